import { describe, expect, it } from 'vitest';
import { type Findings, verdictOf } from '../../scripts/verdict.ts';

const GOOD: Findings = { passed: 12, failed: 0, skipped: 0, errors: 0, isInterrupted: false };

describe('the last line of a run', () => {
  it('says that all is well', () => {
    expect(verdictOf(GOOD, false)).toBe('All is well: 12 tests passed.');
    expect(verdictOf({ ...GOOD, skipped: 3 }, false)).toBe('All is well: 12 tests passed, 3 skipped.');
  });

  it.each<[Partial<Findings>, string]>([
    [{ failed: 2 }, '2 tests failed'],
    [{ errors: 1 }, '1 errors outside of tests'],
    [{ isInterrupted: true }, 'the run was interrupted'],
    [{ failed: 1, errors: 1 }, '1 tests failed, 1 errors outside of tests'],
  ])('says what is not: %j', (found, words) => {
    expect(verdictOf({ ...GOOD, ...found }, false)).toBe(`NOT well: ${words}; 12 tests passed.`);
  });

  it('says that another reporter has found something', () => {
    expect(verdictOf(GOOD, true)).toBe('NOT well: see above; 12 tests passed.');
  });
});
