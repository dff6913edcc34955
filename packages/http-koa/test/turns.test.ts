import { describe, expect, it } from 'vitest';
import { inTurns, ownTurn } from '../src/turns.ts';
import { counting } from './support/turns.ts';

it('a long work has a turn of its own, in the order of the calls', async () => {
  const seen: (readonly [work: number, turn: number])[] = [];
  await counting(async (turnNow) => {
    const works = [0, 1, 2].map(async (work) => {
      await ownTurn();
      seen.push([work, turnNow()]);
    });
    await Promise.all(works);
  });
  expect(seen.map(([work]) => work)).toEqual([0, 1, 2]);
  expect(new Set(seen.map(([, turn]) => turn)).size).toBe(3);
});

describe('work in steps', () => {
  it('runs each step in its own turn, one work after the other', async () => {
    const seen: (readonly [work: string, turn: number])[] = [];
    await counting(async (turnNow) => {
      function* work(name: string): Generator<undefined, string> {
        for (let left = 3; left > 0; left -= 1) {
          seen.push([name, turnNow()]);
          if (left > 1) yield;
        }
        return name;
      }
      expect(await Promise.all(['a', 'b', 'c'].map((name) => inTurns(work(name))))).toEqual(['a', 'b', 'c']);
    });
    expect(seen.map(([name]) => name).join('')).toBe('aaabbbccc');
    expect(new Set(seen.map(([, number]) => number)).size).toBe(9);
  });

  it('that fails rejects only for its own caller', async () => {
    function* complete(): Generator<undefined, void> {
      yield;
    }
    function* broken(): Generator<undefined, never> {
      yield;
      throw new Error('broken');
    }
    const [first, second] = [inTurns(broken()), inTurns(complete())];
    await expect(first).rejects.toThrow('broken');
    await second;
  });
});
