import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeInBatches } from '../src/work.ts';

/** Removes the entries from 0 on, of which some stay. */
async function run(batch: number, stays: readonly boolean[]) {
  const left = new Set(stays.keys());
  const tried: number[] = [];
  const limits: number[] = [];
  await removeInBatches(batch, {
    async list(limit) {
      limits.push(limit);
      return [...left].slice(0, limit);
    },
    keyOf: String,
    async remove(entry) {
      tried.push(entry);
      if (stays[entry] !== true) left.delete(entry);
    },
  });
  return { left: [...left], tried, limits };
}

describe('a removal in batches', () => {
  it('tries each entry once, in order, whichever stay', async () => {
    const entries = fc.array(fc.boolean(), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 4, max: 8 }), entries, async (batch, stays) => {
        const { left, tried } = await run(batch, stays);
        expect(tried).toEqual([...stays.keys()]);
        expect(left).toEqual([...stays.keys()].filter((entry) => stays[entry]));
      }),
    );
  });

  it('lists no more than a batch at a time while none stays', async () => {
    expect((await run(3, Array(7).fill(false))).limits).toEqual([3, 3, 3]);
  });

  it('goes past those that stay, and ends behind ten batches of them', async () => {
    const behind = [...Array(19).fill(true), false, false];
    const { left, tried, limits } = await run(2, behind);
    expect([tried.length, left.includes(19), Math.max(...limits)]).toEqual([21, false, 20]);
    const late = await run(2, [...Array(20).fill(true), false]);
    expect([late.tried.length, late.left.includes(20), Math.max(...late.limits)]).toEqual([20, true, 20]);
  });
});
