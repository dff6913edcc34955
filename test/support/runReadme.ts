import { execFile, type PromiseWithChild } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** One of the programs in TypeScript in the README of a package. */
export function programOf(folder: URL, which = 0): string {
  const text = readFileSync(new URL('README.md', folder), 'utf8');
  return [...text.matchAll(/```ts\n(.*?)```/gs)][which]?.[1] ?? '';
}

/** Runs TypeScript in a new Node process, as a file of a package. Rejects when it fails. */
export function startProgram(folder: URL, code: string): PromiseWithChild<{ stdout: string; stderr: string }> {
  // A child process that finds this variable would send its results to the test runner.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const argv = ['--conditions=@algotheque/source', '--input-type=module-typescript', '--eval', code];
  return promisify(execFile)(process.execPath, argv, { cwd: fileURLToPath(folder), env });
}

/**
 * Runs a program of the README.
 * @param replaced texts of the README, and the texts that the test needs in their place
 */
export function startReadme(folder: URL, replaced: Readonly<Record<string, string>> = {}, which = 0) {
  let code = programOf(folder, which);
  for (const [shown, real] of Object.entries(replaced)) {
    if (!code.includes(shown)) throw new Error(`The README does not show ${shown}`);
    code = code.replaceAll(shown, real);
  }
  return startProgram(folder, code);
}

/** The same; resolves to what it prints. */
export const runReadme = async (...given: Parameters<typeof startReadme>): Promise<string> =>
  (await startReadme(...given)).stdout;
