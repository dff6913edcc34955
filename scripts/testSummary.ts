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
 * Counts the tests of a run. `exitCode` is that of the whole command. If the command failed but no test did (the check
 * failed, an error outside of tests, no report), this counts as one failure, so that the line never reports a success.
 */
export function summarise(report: Report | null, exitCode: number): Summary {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const unloaded = report?.testResults.filter(isUnloaded).length ?? 0;
  const failed = Math.max((report?.numFailedTests ?? 0) + unloaded, exitCode === 0 && report !== null ? 0 : 1);
  const counts = [`${passed} passed`, `${failed} failed`, ...(skipped === 0 ? [] : [`${skipped} skipped`])];
  return { line: counts.join(', '), succeeded: failed === 0 };
}

/** A file that failed before vitest found its tests. */
const isUnloaded = ({ status, assertionResults }: Report['testResults'][number]): boolean =>
  status === 'failed' && assertionResults.length === 0;

if (import.meta.main) {
  const [path = '', exitCode = '1'] = process.argv.slice(2);
  const report: Report | null = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  const { line, succeeded } = summarise(report, Number(exitCode));
  console.log(line);
  process.exitCode = succeeded ? 0 : 1;
}
