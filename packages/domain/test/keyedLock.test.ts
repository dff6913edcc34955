import { describe, expect, it } from 'vitest';
import { KeyedLock } from '../src/work.ts';

describe('a lock by key', () => {
  it('runs work under one key in order, one at a time', async () => {
    const lock = new KeyedLock();
    const log: string[] = [];
    const work = (name: string) =>
      lock.run(1, async () => {
        log.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${name} ends`);
      });
    await Promise.all(['a', 'b', 'c'].map(work));
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('does not block other keys', async () => {
    const lock = new KeyedLock();
    const held = Promise.withResolvers<void>();
    const waiting = lock.run(1, () => held.promise);
    expect(await lock.run(2, async () => 'done')).toBe('done');
    held.resolve();
    await waiting;
  });

  it('resolves and rejects as the work does', async () => {
    const lock = new KeyedLock();
    const failed = lock.run(1, () => Promise.reject(new TypeError('a bug')));
    const next = lock.run(1, async () => 'next');
    await expect(failed).rejects.toThrow(TypeError);
    expect(await next).toBe('next');
  });

  it('starts waiting work in order', async () => {
    const lock = new KeyedLock();
    const held = Promise.withResolvers<void>();
    const log: string[] = [];
    const first = lock.run(1, async () => log.push('first'));
    const second = lock.run(1, () => held.promise.then(() => log.push('second')));
    await first;
    const third = lock.run(1, async () => log.push('third'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(['first']);
    held.resolve();
    await Promise.all([second, third]);
    expect(log).toEqual(['first', 'second', 'third']);
  });

  it('runs work that arrives while the last work ends', async () => {
    const lock = new KeyedLock();
    const log: number[] = [];
    const first = lock.run(1, async () => log.push(1)).then(() => lock.run(1, async () => log.push(3)));
    await Promise.all([first, lock.run(1, async () => log.push(2))]);
    expect(log).toEqual([1, 2, 3]);
  });
});
