import { describe, expect, it } from 'vitest';
import { inTurns, turn } from '../src/turns.ts';
import { counting, useTime } from './support/turns.ts';

describe('a turn', () => {
  const time = useTime();

  /** Works that take this long; with the turn in which each began. */
  async function began(count: number, ms: number): Promise<readonly (readonly [work: number, turn: number])[]> {
    const seen: (readonly [work: number, turn: number])[] = [];
    await counting(async (turnNow) => {
      const works = Array.from({ length: count }, async (_, work) => {
        await turn();
        seen.push([work, turnNow()]);
        time.pass(ms);
      });
      await Promise.all(works);
    });
    return seen;
  }

  it('is given at once where nothing waits', async () => {
    let isBegun = false;
    void turn().then(() => {
      isBegun = true;
    });
    await Promise.resolve();
    expect(isBegun).toBe(true);
  });

  it('is given to works until they have taken 4 ms together, in the order of the calls', async () => {
    const seen = await began(20, 1.5);
    expect(seen.map(([work]) => work)).toEqual(Array.from({ length: 20 }, (_, work) => work));
    const inOne = [...Map.groupBy(seen, ([, number]) => number).values()].map((those) => those.length);
    expect(Math.max(...inOne)).toBe(3);
  });

  it('is given to one work that takes longer than that', async () => {
    const seen = await began(10, 100);
    expect(new Set(seen.map(([, number]) => number)).size).toBe(10);
  });

  it('is given to many works that take no time', async () => {
    const seen = await began(100, 0);
    expect(new Set(seen.map(([, number]) => number)).size).toBeLessThanOrEqual(2);
  });
});

describe('work in steps', () => {
  const time = useTime();

  it('runs one work after the other, and each step when there is time', async () => {
    const seen: (readonly [work: string, turn: number])[] = [];
    await counting(async (turnNow) => {
      function* work(name: string): Generator<undefined, string> {
        for (let left = 3; left > 0; left -= 1) {
          seen.push([name, turnNow()]);
          time.pass(5);
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
