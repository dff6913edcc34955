import { describe, expect, it } from 'vitest';
import { type Report, summarise } from '../../scripts/testSummary.ts';

const report = (counts: Partial<Report>): Report => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...counts,
});

describe('the closing line of a test run', () => {
  it('counts a run in which all passed', () => {
    expect(summarise([report({ numPassedTests: 12 })], 0)).toEqual({ line: '12 passed, 0 failed', succeeded: true });
  });

  it('counts skipped and todo tests', () => {
    const { line } = summarise([report({ numPassedTests: 12, numPendingTests: 2, numTodoTests: 1 })], 0);
    expect(line).toBe('12 passed, 0 failed, 3 skipped');
  });

  it('counts what failed', () => {
    const run = report({ numPassedTests: 3, numFailedTests: 2 });
    expect(summarise([run], 1)).toEqual({ line: '3 passed, 2 failed', succeeded: false });
  });

  it('fails when a test failed, for any exit code', () => {
    expect(summarise([report({ numFailedTests: 1 })], 0).succeeded).toBe(false);
  });

  it('counts a file that did not load', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
    ];
    const run = report({ numPassedTests: 3, numFailedTests: 1, testResults });
    expect(summarise([run], 1).line).toBe('3 passed, 2 failed');
  });

  it('fails when the run failed outside of every test', () => {
    expect(summarise([report({ numPassedTests: 3 })], 1)).toEqual({ line: '3 passed, 1 failed', succeeded: false });
  });

  it('adds up several runs', () => {
    const runs = [
      report({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2 }),
      report({ numPassedTests: 40, numFailedTests: 2, numTodoTests: 1 }),
    ];
    expect(summarise(runs, 1)).toEqual({ line: '43 passed, 3 failed, 3 skipped', succeeded: false });
    expect(summarise([report({ numPassedTests: 1 }), report({ numPassedTests: 2 })], 0).line).toBe(
      '3 passed, 0 failed',
    );
  });

  it.each([0, 1])(
    'counts a failure for a run that has made no report, beside those of the other, with exit code %i',
    (exitCode) => {
      expect(summarise([report({ numPassedTests: 3 }), null], exitCode).line).toBe('3 passed, 1 failed');
      expect(summarise([report({ numPassedTests: 3, numFailedTests: 1 }), null], exitCode).line).toBe(
        '3 passed, 2 failed',
      );
    },
  );

  it.each([0, 1])('fails without a report, with exit code %i', (exitCode) => {
    expect(summarise([null, null], exitCode)).toEqual({ line: '0 passed, 1 failed', succeeded: false });
  });
});
