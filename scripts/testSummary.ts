import { existsSync, readFileSync } from 'node:fs';

/** The part of vitest's JSON report that is used here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Skipped. */
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

export interface Summary {
  readonly line: string;
  readonly succeeded: boolean;
}

/**
 * Counts the tests of runs, null for one that has made no report. `exitCode` is that of all commands together. If one of them failed but no
 * test did (the check failed, an error outside of tests), or a report is absent, this counts as one failure, so that the line never
 * reports a success.
 */
export function summarise(runs: readonly (Report | null)[], exitCode: number): Summary {
  const reports = runs.filter((report) => report !== null);
  const sum = (count: (report: Report) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  const passed = sum(({ numPassedTests }) => numPassedTests);
  const skipped = sum(({ numPendingTests, numTodoTests }) => numPendingTests + numTodoTests);
  const absent = reports.length < runs.length ? 1 : 0;
  const inReports = sum(({ numFailedTests, testResults }) => numFailedTests + testResults.filter(isUnloaded).length);
  const failed = Math.max(inReports + absent, exitCode === 0 ? 0 : 1);
  const counts = [`${passed} passed`, `${failed} failed`, ...(skipped === 0 ? [] : [`${skipped} skipped`])];
  return { line: counts.join(', '), succeeded: failed === 0 };
}

/** A file that failed before vitest found its tests. */
const isUnloaded = ({ status, assertionResults }: Report['testResults'][number]): boolean =>
  status === 'failed' && assertionResults.length === 0;

if (import.meta.main) {
  const [exitCode = '1', ...paths] = process.argv.slice(2);
  const reports = paths.map((path): Report | null =>
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null,
  );
  const { line, succeeded } = summarise(reports, Number(exitCode));
  console.log(line);
  process.exitCode = succeeded ? 0 : 1;
}
