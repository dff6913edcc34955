import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { canMount, mountTmpfs } from '../../../../test/support/tmpfs.ts';
import { openLocal } from '../../src/index.ts';
import { runIn } from '../cli/runIn.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { snapshotOf } from '../migrate/support/snapshot.ts';
import { startCommand } from '../support/serverProcess.ts';
import { backUp, flawOf, noting, refusal, restoreTo } from './support/backup.ts';
import { manyContents } from './support/manyContents.ts';

async function scene() {
  const scratch = scratchFolder();
  await sampleStore(join(scratch, 'data'));
  return { scratch, home: sqliteIn(join(scratch, 'data')), at: (name: string) => join(scratch, name) };
}

it('a backup on a pipe is whole, and verify and restore read it from one', async () => {
  const { scratch, home } = await scene();
  const bin = 'node --conditions=@algotheque/source "$BIN"';
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  const env = {
    PATH: process.env['PATH'],
    BIN: new URL('../../bin/algotheque.js', import.meta.url).pathname,
    ALGOTHEQUE_DATA_DIR: join(scratch, 'data'),
  };
  const script = `set -e -o pipefail; ${bin} backup - | gzip > b.gz; gzip -dc b.gz | ${bin} backup verify - --json; gzip -dc b.gz | ${bin} restore - --to sqlite:target/algotheque.db`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, cwd: scratch });
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
    form: 1,
    store: 'sqlite',
    isOneMoment: true,
    rows: { algo: 4 },
  });
  const { session: _sessions, ...expected } = await snapshotOf(home);
  expect(await snapshotOf(sqliteIn(join(scratch, 'target')))).toMatchObject(expected);
});

it('a backup that is killed half-way has no name and no end, and the same command works once that was removed', async () => {
  const { scratch, at } = await scene();
  await manyContents(at('many'), 2_000, 20_000);
  const env = { ALGOTHEQUE_DATA_DIR: at('many') };
  const running = startCommand(['backup', at('backup')], env);
  await vi.waitUntil(() => existsSync(at('backup.partial')), { timeout: 20_000, interval: 1 });
  running.kill('SIGKILL');
  await running.ended;
  expect(await readdir(scratch)).toEqual(['backup.partial', 'data', 'many']);
  expect(await flawOf(at('backup.partial'))).toMatch(/its end is missing|is no backup/);
  expect(await runIn(['backup', at('backup')], { env })).toMatchObject({ code: 1 });
  await rm(at('backup.partial'));
  expect(await runIn(['backup', at('backup')], { env })).toMatchObject({ code: 0 });
  expect(await readdir(scratch)).toEqual(['backup', 'data', 'many']);
  expect(await flawOf(at('backup'))).toBeNull();
});

it('a restore that is stopped is begun anew; no server gets into its target', async () => {
  const { home, at } = await scene();
  await backUp(home, at('backup'));
  const target = sqliteIn(at('target'));
  const controller = new AbortController();
  const { progress } = noting((line) => {
    if (line === '  trees of folders: 1 copied') controller.abort(new Error('Stopped'));
  });
  await expect(restoreTo(at('backup'), target, { signal: controller.signal, progress })).rejects.toThrow('Stopped');
  await expect(openLocal({ dataDir: at('target') })).rejects.toThrow('is the target of an import from the backup of');
  expect(await refusal(() => restoreTo(at('backup'), target))).toContain('--begin-anew');
  await restoreTo(at('backup'), target, { anew: true });
  expect(await snapshotOf(target)).toEqual(await snapshotOf(home));
  expect(await refusal(() => restoreTo(at('backup'), target, { anew: true }))).toContain('is not empty');
});

describe('a restore that is killed when the first thing of it is there', () => {
  // What a process can have made by then, in its order.
  it.each(['target', 'target/algos', 'target/algos/import', 'target/algotheque.db', 'target/algos/owner-id'])(
    'at %s has left nothing on which a server starts, and works again',
    async (name) => {
      const { home, at } = await scene();
      await backUp(home, at('backup'));
      const args = ['restore', at('backup'), '--to', `sqlite:${at('target/algotheque.db')}`, '--unsigned'];
      const running = startCommand(args, {});
      await vi.waitUntil(() => existsSync(at(name)), { timeout: 20_000, interval: 1 });
      running.kill('SIGKILL');
      const { code } = await running.ended;
      if (code === 0) return; // it was faster than the kill
      if (existsSync(at('target/algos/import')))
        await expect(openLocal({ dataDir: at('target') })).rejects.toThrow('is the target of an import');
      else expect(existsSync(at('target/algotheque.db')), 'a store without a mark').toBe(false);
      const again = await runIn(args);
      if (again.code !== 0) {
        expect(again.stderr).toContain('--begin-anew');
        expect(await runIn([...args, '--begin-anew'])).toMatchObject({ code: 0 });
      }
      const { session: _sessions, ...expected } = await snapshotOf(home);
      expect(await snapshotOf(sqliteIn(at('target')))).toMatchObject(expected);
      await (await openLocal({ dataDir: at('target') })).close();
    },
  );
});

const isPossible = canMount();
if (!isPossible) console.warn('A full disk is not tested: this user may not mount a tmpfs');

it.skipIf(!isPossible)(
  'a backup on a full disk fails, leaves the older ones, and works when there is room',
  async () => {
    const { scratch, at } = await scene();
    await manyContents(at('many'), 40, 20_000);
    const disk = await mountTmpfs(scratch, '3m');
    const home = sqliteIn(at('many'));
    await backUp(home, join(disk, 'older'));
    await writeFile(join(disk, 'ballast'), Buffer.alloc(1_700_000));
    expect(await refusal(() => backUp(home, join(disk, 'backup')))).toMatch(/ENOSPC|full/);
    expect(await readdir(disk)).toEqual(['ballast', 'older']);
    await writeFile(join(disk, 'ballast'), '');
    await backUp(home, join(disk, 'backup'));
    expect(await flawOf(join(disk, 'backup'))).toBeNull();
  },
);
