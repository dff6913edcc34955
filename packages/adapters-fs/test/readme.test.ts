import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { scratchFolder } from './scratch.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** Runs the TypeScript in the README in a Node of its own, as a file of this package; resolves to what it prints. */
async function runReadme(replaced: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(`${PACKAGE}/README.md`, 'utf8');
  let [, code = ''] = /```ts\n(.*?)```/s.exec(text) ?? [];
  for (const [shown, real] of Object.entries(replaced)) {
    if (!code.includes(shown)) throw new Error(`The README does not show ${shown}`);
    code = code.replaceAll(shown, real);
  }
  const argv = ['--conditions=@algotheque/source', '--input-type=module-typescript', '--eval', code];
  return (await promisify(execFile)(process.execPath, argv, { cwd: PACKAGE })).stdout;
}

it('has code that runs', async () => {
  const data = await scratchFolder();
  expect(await runReadme({ './data': data })).toBe('{"steps":[]}\n');
  expect(await readFile(`${data}/algos/1.json`, 'utf8')).toBe('{"steps":[]}');
});
