import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnsByAddress } from '../../src/address.ts';

/** Waiters of these groups, in this order: the second one of `a` is `a2`. */
function waiting(groups: string): TurnsByAddress<string> {
  const turns = new TurnsByAddress<string>();
  for (const [index, group] of [...groups].entries())
    turns.add(group, `${group}${countIn(groups.slice(0, index + 1), group)}`);
  return turns;
}

const countIn = (groups: string, group: string) => [...groups].filter((one) => one === group).length;

/** All that wait, in the order of their turns. */
function served(turns: TurnsByAddress<string>): string[] {
  const order: string[] = [];
  for (let next = turns.next(); next !== undefined; next = turns.next()) order.push(next);
  return order;
}

describe('waiting work in groups', () => {
  it('is served one of each group in turn, and first come, first served within a group', () => {
    expect(served(waiting('aaabbc'))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(served(waiting(''))).toEqual([]);
  });

  it('has its next turn after the groups that waited already', () => {
    const turns = waiting('aabb');
    expect(turns.next()).toBe('a1');
    turns.add('c', 'c1');
    expect(served(turns)).toEqual(['b1', 'a2', 'c1', 'b2']);
  });

  it('has a size, as a whole and by group', () => {
    const turns = waiting('aab');
    expect([turns.size, turns.sizeOf('a'), turns.sizeOf('b'), turns.sizeOf('c')]).toEqual([3, 2, 1, 0]);
    turns.next();
    expect([turns.size, turns.sizeOf('a'), turns.sizeOf('b')]).toEqual([2, 1, 1]);
    served(turns);
    expect([turns.size, turns.sizeOf('a'), turns.largest()]).toEqual([0, 0, undefined]);
  });

  it('gives up its place, and says whether it was there', () => {
    const turns = waiting('aab');
    expect(turns.remove('a', 'a1')).toBe(true);
    for (const [group, waiter] of [
      ['a', 'a1'],
      ['b', 'a2'],
      ['c', 'c1'],
    ] as const)
      expect(turns.remove(group, waiter)).toBe(false);
    expect([turns.size, turns.sizeOf('a')]).toEqual([2, 1]);
    expect(turns.remove('b', 'b1'), 'the last one of its group').toBe(true);
    expect(served(turns)).toEqual(['a2']);
  });

  it('names the newest of the largest group', () => {
    expect(waiting('abbbcc').largest()).toEqual({ size: 3, newest: 'b3' });
    expect(waiting('abbccc').largest()).toEqual({ size: 3, newest: 'c3' });
    expect(waiting('').largest()).toBeUndefined();
  });

  it('is served completely, once each, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 30, size: 'max' }), (groups) => {
        const turns = waiting(groups);
        const order = served(turns);
        expect(new Set(order).size).toBe(groups.length);
        expect(order).toHaveLength(groups.length);
        // In any part of the order, no group is two turns ahead of one that still waits.
        const rounds = order.map((waiter) => Number(waiter.slice(1)));
        expect(rounds).toEqual(rounds.toSorted((one, other) => one - other));
      }),
    );
  });
});
