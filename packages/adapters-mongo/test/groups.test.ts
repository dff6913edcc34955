import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Groups } from '../src/documents/groups.ts';

const NO_BOUND = Number.POSITIVE_INFINITY;

/** Groups of texts whose work ends when the test says so. A text has as many bytes as characters. */
function setUp(bounds: { readonly items?: number; readonly bytes?: number } = {}) {
  const works: { readonly items: readonly string[]; end(): void; fail(reason: Error): void }[] = [];
  const groups = new Groups<string, string>(
    (items) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      works.push({ items, end: resolve, fail: reject });
      return promise.then(() => (item) => item.toUpperCase());
    },
    { items: bounds.items ?? NO_BOUND, bytes: bounds.bytes ?? NO_BOUND, bytesOf: (item) => item.length },
  );
  return { groups, works, asked: () => works.map(({ items }) => items) };
}

/** Until the work of all calls so far has begun. */
async function nextTurn(): Promise<void> {
  await turn();
  await turn();
}

describe('calls of one turn of the event loop', () => {
  it('are one work, in their order, and each call gets its own result', async () => {
    const { groups, works, asked } = setUp();
    const calls = ['b', 'a', 'b', 'c'].map((item) => groups.add(item));
    expect(asked(), 'the work begins after the calls').toEqual([]);
    await nextTurn();
    expect(asked()).toEqual([['b', 'a', 'b', 'c']]);
    works[0]?.end();
    expect(await Promise.all(calls)).toEqual(['B', 'A', 'B', 'C']);
  });

  it('are no work for a later call, even while they are under way', async () => {
    const { groups, works, asked } = setUp();
    const early = groups.add('a');
    await nextTurn();
    const late = groups.add('a');
    await nextTurn();
    expect(asked()).toEqual([['a'], ['a']]);
    works[1]?.end();
    expect(await late).toBe('A');
    works[0]?.end();
    expect(await early).toBe('A');
  });

  it('fail with their work, and no others do', async () => {
    const { groups, works } = setUp();
    const failing = [groups.add('a'), groups.add('b')];
    await nextTurn();
    const next = groups.add('c');
    await nextTurn();
    const reason = new Error('lost');
    works[0]?.fail(reason);
    works[1]?.end();
    expect(await Promise.allSettled(failing)).toEqual(failing.map(() => ({ status: 'rejected', reason })));
    expect(await next).toBe('C');
  });

  it('are several works when there are more than one may have', async () => {
    const { groups, works, asked } = setUp({ items: 2 });
    const calls = [...'abcde'].map((item) => groups.add(item));
    await nextTurn();
    expect(asked()).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    for (const { end } of works) end();
    expect(await Promise.all(calls)).toEqual([...'ABCDE']);
  });

  it('are several works when they have more bytes than one may have; what is larger is alone', async () => {
    const { groups, works, asked } = setUp({ bytes: 4 });
    const calls = ['aa', 'bb', 'c', 'ddddd', 'e', 'fff'].map((item) => groups.add(item));
    await nextTurn();
    expect(asked()).toEqual([['aa', 'bb'], ['c'], ['ddddd'], ['e', 'fff']]);
    for (const { end } of works) end();
    expect(await Promise.all(calls)).toEqual(['AA', 'BB', 'C', 'DDDDD', 'E', 'FFF']);
  });
});
