import type { Reporter } from 'vitest/node';

/** Ends a run with a line that says whether all is well: the exit code, which reporters before it may have set, decides. */
export const lastLine = {
  onTestRunEnd(_modules, _errors, reason) {
    const isWell = reason === 'passed' && Number(process.exitCode ?? 0) === 0;
    console.log(isWell ? '\nAll is well.' : '\nNOT well: see above.');
  },
} satisfies Reporter;
