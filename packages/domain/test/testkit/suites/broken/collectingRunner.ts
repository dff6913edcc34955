import type { Runner } from '../../../../testkit/suites/index.ts';

/** Runs the tests that `register` adds, one after the other; resolves to the names of those that failed. */
export async function failedTests(register: (runner: Runner) => void): Promise<readonly string[]> {
  const tests: { readonly name: string; readonly body: () => Promise<void> }[] = [];
  register({
    describe: (_name, body) => body(),
    it: (name, body) => tests.push({ name, body }),
  });
  const failed: string[] = [];
  for (const { name, body } of tests) {
    try {
      await body();
    } catch {
      failed.push(name);
    }
  }
  return failed;
}
