import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type FileTime, tableOf, tooSlow } from '../../scripts/slowFiles.ts';

const file = (path: string, ms: number, level = 'quick'): FileTime => ({ level, path, ms });

describe('the end of a run', () => {
  it('shows the time of each level and the ten slowest files, the slowest first', () => {
    const many = Array.from({ length: 12 }, (_, index) => file(`${index}.test.ts`, index * 1_000));
    const lines = tableOf([...many, file('kill.long.test.ts', 90_500, 'long')]).map((line) => line.trim());
    expect(lines.slice(2, 4)).toEqual(['66.0 s  quick, 12 files together', '90.5 s  long, 1 files together']);
    expect(lines.slice(5, 7)).toEqual(['90.5 s  long kill.long.test.ts', '11.0 s  quick 11.test.ts']);
    expect(lines).toHaveLength(15);
  });

  it('names the files of the first level that took more than 20 s, and no others', () => {
    const times = [file('a.test.ts', 20_000), file('b.test.ts', 20_500), file('c.long.test.ts', 90_000, 'long')];
    expect(tooSlow(times, 0)).toEqual(['b.test.ts: 20.5 s, at most 20.0 s']);
  });

  it('allows more on a machine that other work keeps busy', () => {
    const own = 2 * availableParallelism(); // what a run has at once
    expect(tooSlow([file('a.test.ts', 30_000)], own)).toHaveLength(1);
    expect(tooSlow([file('a.test.ts', 30_000)], 2 * own)).toEqual([]);
    expect(tooSlow([file('a.test.ts', 41_000)], 2 * own)).toEqual(['a.test.ts: 41.0 s, at most 40.0 s']);
  });
});
