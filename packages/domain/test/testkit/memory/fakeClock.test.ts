import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../testkit/memory/index.ts';

describe('FakeClock', () => {
  it('moves only when the test moves it', () => {
    const clock = new FakeClock(1_000);
    expect(clock.now()).toBe(1_000);
    clock.advance(5);
    expect(clock.now()).toBe(1_005);
  });

  it('moves to the end of a sleep without a signal, after pending work', async () => {
    const clock = new FakeClock(0);
    const seen: number[] = [];
    setImmediate(() => seen.push(clock.now()));
    await clock.sleep(20);
    expect(seen).toEqual([0]);
    expect(clock.now()).toBe(20);
  });

  it('ends sleeps with the same end together', async () => {
    const clock = new FakeClock(0);
    await Promise.all([clock.sleep(20), clock.sleep(50), clock.sleep(20)]);
    expect(clock.now()).toBe(50);
  });

  it('ends a sleep with a signal when the clock passes its end', async () => {
    const clock = new FakeClock(0);
    let isOver = false;
    const sleep = clock.sleep(60_000, new AbortController().signal).then(() => {
      isOver = true;
    });
    await clock.sleep(1);
    clock.advance(59_998);
    await clock.sleep(0);
    expect(isOver).toBe(false);
    clock.advance(1);
    await sleep;
    expect(clock.now()).toBe(60_000);
  });

  it('ends a sleep when its signal aborts, and never rejects', async () => {
    const clock = new FakeClock(0);
    const abort = new AbortController();
    const sleep = clock.sleep(60_000, abort.signal);
    abort.abort();
    await sleep;
    await clock.sleep(60_000, abort.signal);
    expect(clock.now()).toBe(0);
  });
});
