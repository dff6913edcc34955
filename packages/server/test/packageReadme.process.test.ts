import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runReadme } from '../../../test/support/runReadme.ts';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { run } from '../src/cli/run.ts';

const PACKAGE = new URL('..', import.meta.url);
const readme = await readFile(new URL('README.md', PACKAGE), 'utf8');

it('has code that runs', async () => {
  const dataDir = join(scratchFolder(), 'data');
  expect(await runReadme(PACKAGE, { "'./data'": JSON.stringify(dataDir) })).toBe('Euclid 1\n');
  expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['algotheque.db', 'algos', 'outbox', 'secret']));
});

it('names existing commands', async () => {
  const commands = [...readme.matchAll(/`algotheque (--)?([a-z-]+)/g)].map(
    ([, dashes = '', name = '']) => dashes + name,
  );
  const known = ['serve', 'migrate', 'begin-anew', 'user', 'backup', 'doctor', 'openapi'];
  expect(new Set(commands)).toEqual(new Set([...known, '--help', 'help', '--version']));
  for (const command of known) expect(await run([command, '--help'], {}), command).toBe(0);
  for (const command of ['--help', 'help', '--version']) expect(await run([command], {}), command).toBe(0);
  expect(await run(['migrate'], {}), 'known, and its options are missing').toBe(2);
  expect(await run(['begin-anew', 'x'], {}), 'known, and takes no arguments').toBe(2);
});
