import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { run } from '../src/cli/run.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');

it('has code that runs', async () => {
  const dataDir = join(scratchFolder(), 'data');
  const [, shown = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  expect(shown).toContain("'./data'");
  const code = shown.replace("'./data'", JSON.stringify(dataDir));
  const argv = ['--conditions=@algotheque/source', '--input-type=module-typescript', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: PACKAGE });
  expect(stdout).toBe('Euclid 1\n');
  expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['algotheque.db', 'algos', 'outbox', 'secret']));
});

it('names existing commands', async () => {
  const commands = [...readme.matchAll(/`algotheque (--)?([a-z-]+)/g)].map(
    ([, dashes = '', name = '']) => dashes + name,
  );
  expect(new Set(commands)).toEqual(new Set(['serve', 'migrate', 'begin-anew', 'user', '--help', 'help', '--version']));
  for (const command of ['--help', 'help', '--version']) expect(await run([command], {}), command).toBe(0);
  expect(await run(['migrate'], {}), 'known, and its options are missing').toBe(2);
  expect(await run(['begin-anew', 'x'], {}), 'known, and takes no arguments').toBe(2);
});
