import { describe, expect, it } from 'vitest';
import { type FileTime, tableOf } from '../../scripts/slowFiles.ts';

const file = (path: string, ms: number, level = 'quick'): FileTime => ({ level, path, ms });

describe('the end of a run', () => {
  it('shows the time of each level and the ten slowest files, the slowest first', () => {
    const many = Array.from({ length: 12 }, (_, index) => file(`${index}.test.ts`, index * 1_000));
    const lines = tableOf([...many, file('kill.long.test.ts', 90_500, 'long')]).map((line) => line.trim());
    expect(lines.slice(2, 4)).toEqual(['66.0 s  quick, 12 files together', '90.5 s  long, 1 files together']);
    expect(lines.slice(5, 7)).toEqual(['90.5 s  long kill.long.test.ts', '11.0 s  quick 11.test.ts']);
    expect(lines).toHaveLength(15);
  });
});
