import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modeOf } from '../../../test/support/modeOf.ts';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openLocal } from '../src/index.ts';
import { sampleStore } from './migrate/support/sampleStore.ts';

const SECRET = 'a secret of the running server, kept apart';
const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url);

type Procedure = 'With the server stopped' | 'While the server runs';

/** The commands of one procedure in operations.md, as an operator would paste them. */
async function documented(procedure: Procedure): Promise<readonly string[]> {
  const page = await readFile(OPERATIONS, 'utf8');
  const [, steps = ''] = page.split(`**${procedure}**`);
  const [own = ''] = steps.split(/^(?:\*\*|##|Do not)/m);
  return [...own.matchAll(/^ {3}```sh\n {3}(.*)\n {3}```$/gm)].map(([, command = '']) => command);
}

const hasSqlite = spawnSync('sh', ['-c', 'command -v sqlite3']).status === 0;

/** A data folder with algorithms, and with files that a copy must not have. */
async function dataFolder(scratch: string): Promise<{ readonly token: string }> {
  const { token } = await sampleStore(join(scratch, 'data'));
  await mkdir(join(scratch, 'data', 'outbox'), { recursive: true });
  await writeFile(join(scratch, 'data', 'outbox', 'live.eml'), 'a link');
  await writeFile(join(scratch, 'data', 'secret'), SECRET, { mode: 0o600 });
  return { token };
}

/** Runs the commands in a folder; throws at the first command that fails. */
async function run(procedure: Procedure, commands: number, cwd: string): Promise<void> {
  const found = await documented(procedure);
  expect(found).toHaveLength(commands);
  for (const command of found) execFileSync('sh', ['-c', command], { cwd, stdio: 'pipe' });
}

async function expectWholeCopy(scratch: string, token: string): Promise<void> {
  const copied = (await readdir(join(scratch, 'copy'))).filter((name) => !/-(wal|shm)$/.test(name));
  expect(copied.sort()).toEqual(['algos', 'algotheque.db']);
  expect(modeOf(join(scratch, 'copy'))).toBe(0o700);

  await rename(join(scratch, 'data'), join(scratch, 'away'));
  await rename(join(scratch, 'copy'), join(scratch, 'data'));
  const { service, close } = await openLocal({ dataDir: join(scratch, 'data') });
  const caller = await service.authenticate(token);
  for (const id of [1, 2, 3, 4]) expect((await service.getAlgo({ id }, caller)).source?.text()).toBeDefined();
  await close();
  expect(await readFile(join(scratch, 'data', 'secret'), 'utf8')).not.toContain(SECRET);
}

describe('a copy by the documentation has all records and contents, and no secret', () => {
  it('with the server stopped', async () => {
    const scratch = scratchFolder();
    const { token } = await dataFolder(scratch);
    await run('With the server stopped', 1, scratch);
    await expectWholeCopy(scratch, token);
  });

  it.runIf(hasSqlite)('while the server runs (where there is a command sqlite3)', async () => {
    const scratch = scratchFolder();
    const { token } = await dataFolder(scratch);
    const { service, close } = await openLocal({ dataDir: join(scratch, 'data') });
    const caller = await service.authenticate(token);
    const { algo } = await service.createAlgo({ ownerId: caller.user.id, nom: 'New', sourceCode: [] }, caller);
    await run('While the server runs', 2, scratch);
    await close();
    await expectWholeCopy(scratch, token);
    expect(await readdir(join(scratch, 'data', 'algos'))).toContain(`${algo.id}.json`);
  });

  it('is refused if an older one is there, which is not changed', async () => {
    const scratch = scratchFolder();
    await dataFolder(scratch);
    await mkdir(join(scratch, 'copy'));
    await expect(run('With the server stopped', 1, scratch)).rejects.toThrow('copy');
    expect(await readdir(join(scratch, 'copy'))).toEqual([]);
  });
});
