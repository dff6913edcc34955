import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocal } from '../src/index.ts';
import { sampleStore } from './migrate/support/sampleStore.ts';
import { scratchFolder } from './support/scratch.ts';

const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url);

/** The command of the page, as an operator would paste it. */
async function documentedCopy(): Promise<string> {
  const [, command = ''] = /^ {4}(cp .*)$/m.exec(await readFile(OPERATIONS, 'utf8')) ?? [];
  return command;
}

it('as documented has all records and contents, and nothing that opens an account', async () => {
  const scratch = await scratchFolder();
  const { token } = await sampleStore(join(scratch, 'data'));
  for (const name of ['outbox', 'spool']) await mkdir(join(scratch, 'data', name), { recursive: true });
  await writeFile(join(scratch, 'data', 'outbox', 'live.eml'), 'a link');
  await writeFile(join(scratch, 'data', 'secret'), 'a secret of the running server, kept apart', { mode: 0o600 });
  await mkdir(join(scratch, 'backup'), { mode: 0o700 });
  execFileSync('sh', ['-c', await documentedCopy()], { cwd: scratch });
  const copied = (await readdir(join(scratch, 'backup'))).filter((name) => !/-(wal|shm)$/.test(name));
  expect(copied.sort()).toEqual(['algos', 'algotheque.db']);

  await rename(join(scratch, 'data'), join(scratch, 'away'));
  await rename(join(scratch, 'backup'), join(scratch, 'data'));
  const { service, close } = await openLocal({ dataDir: join(scratch, 'data') });
  const caller = await service.authenticate(token);
  for (const id of [1, 2, 3, 4]) expect((await service.getAlgo({ id }, caller)).source?.text()).toBeDefined();
  await close();
  expect(await readFile(join(scratch, 'data', 'secret'), 'utf8')).not.toContain('a secret of the running server');
});
