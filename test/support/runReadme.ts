import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Runs the TypeScript in the README of a package in a new Node process, as a file of that package. Resolves to its output.
 * `replaced`: texts of the README, and the texts that the test needs in their place.
 */
export async function runReadme(folder: URL, replaced: Readonly<Record<string, string>> = {}): Promise<string> {
  const text = await readFile(new URL('README.md', folder), 'utf8');
  let [, code = ''] = /```ts\n(.*?)```/s.exec(text) ?? [];
  for (const [shown, real] of Object.entries(replaced)) {
    if (!code.includes(shown)) throw new Error(`The README does not show ${shown}`);
    code = code.replaceAll(shown, real);
  }
  const argv = ['--conditions=@algotheque/source', '--input-type=module-typescript', '--eval', code];
  return (await promisify(execFile)(process.execPath, argv, { cwd: fileURLToPath(folder) })).stdout;
}
