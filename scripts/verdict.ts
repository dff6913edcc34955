import type { Reporter, TestModule } from 'vitest/node';

/** What a run has found. */
export interface Findings {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Files that could not be loaded, and errors outside of tests. */
  readonly errors: number;
  readonly isInterrupted: boolean;
}

/**
 * Ends a run with one line that says whether all is well. It is the last reporter, and knows what those before it have found.
 */
export class Verdict implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: string): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string): number => states.filter((one) => one === state).length;
    const unloaded = modules.flatMap((module) => module.errors());
    const findings = {
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      errors: unloaded.length + unhandled.length,
      isInterrupted: reason === 'interrupted',
    };
    const isRefused = process.exitCode !== undefined && Number(process.exitCode) !== 0;
    console.log(`\n${verdictOf(findings, isRefused)}`);
  }
}

/** @param isRefused whether another reporter has found something, which it has said above */
export function verdictOf(findings: Findings, isRefused: boolean): string {
  const { passed, failed, skipped, errors, isInterrupted } = findings;
  const counts = `${passed} tests passed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
  const problems = [
    ...(failed === 0 ? [] : [`${failed} tests failed`]),
    ...(errors === 0 ? [] : [`${errors} errors outside of tests`]),
    ...(isInterrupted ? ['the run was interrupted'] : []),
    ...(isRefused && failed + errors === 0 && !isInterrupted ? ['see above'] : []),
  ];
  return problems.length === 0 ? `All is well: ${counts}.` : `NOT well: ${problems.join(', ')}; ${counts}.`;
}
