import type { Runner } from '../../../../testkit/suites/index.ts';

/**
 * Runs the tests that `register` adds and that have `part` in their name, one after the other; resolves to the names of those that failed.
 * @param part default: all tests
 */
export async function failedTests(register: (runner: Runner) => void, part = ''): Promise<readonly string[]> {
  const tests: { readonly name: string; readonly body: () => Promise<void> }[] = [];
  register({
    describe: (_name, body) => body(),
    it: (name, body) => {
      if (name.includes(part)) tests.push({ name, body });
    },
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
