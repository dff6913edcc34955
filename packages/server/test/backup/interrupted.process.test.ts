import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataFolder } from '@algotheque/adapters-fs';
import { describe, expect, it, vi } from 'vitest';
import { canMount, mountTmpfs } from '../../../../test/support/tmpfs.ts';
import { restore } from '../../src/backup/restore.ts';
import { openLocal } from '../../src/index.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { snapshotOf } from '../migrate/support/snapshot.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runCommand, startCommand } from '../support/serverProcess.ts';
import { backUp, flawOf, noting, refusal, restored, restoreTo, SECRET } from './support/backup.ts';
import { manyContents } from './support/manyContents.ts';

/** How many contents are in a folder, which may not be there yet. */
async function contentsIn(path: string): Promise<number> {
  const names = await readdir(join(path, 'contents'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).length;
}

it('a backup that is killed half-way has no name and no manifest, and the next run goes on with it', async () => {
  const scratch = await scratchFolder();
  const path = join(scratch, 'backup');
  const partial = `${path}.partial`;
  await sampleStore(join(scratch, 'data'));
  const env = { ALGOTHEQUE_DATA_DIR: join(scratch, 'data') };
  await mkdir(join(partial, 'rows'), { recursive: true });
  execFileSync('mkfifo', [join(partial, 'rows', 'user.jsonl')]); // it waits here, after the contents
  const running = startCommand(['backup', path], env);
  await vi.waitUntil(async () => (await contentsIn(partial)) === 5, { timeout: 20_000 });
  running.kill('SIGKILL');
  await running.ended;
  expect(await readdir(scratch)).toEqual(['backup.partial', 'data']);
  expect(await flawOf(partial)).toContain('it has no manifest, so it is unfinished');
  expect(await refusal(() => restoreTo(partial, sqliteIn(join(scratch, 'target'))))).toContain('it has no manifest');
  const kept = (await readdir(join(partial, 'contents'), { recursive: true })).find((name) => name.endsWith('.json'));
  const { ino } = await stat(join(partial, 'contents', kept ?? ''));

  await rm(join(partial, 'rows'), { recursive: true });
  const next = await runCommand(['backup', path, '--json'], env);
  expect(next).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(next.stdout)).toMatchObject({ path, facts: { contents: { count: 5 }, leftOut: { count: 0 } } });
  expect(await readdir(scratch)).toEqual(['backup', 'data']);
  expect((await stat(join(path, 'contents', kept ?? ''))).ino, 'what was copied is not copied again').toBe(ino);
  const verified = await runCommand(['backup', 'verify', path], {});
  expect(verified).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ is whole\n.* algorithms: 4, .* contents: 5,/),
  });
});

describe('a backup that is stopped', () => {
  it.each(['Backup of', '  contents: 5 named'])(
    'at the line "%s" is not there, and the next run makes it',
    async (line) => {
      const scratch = await scratchFolder();
      await sampleStore(join(scratch, 'data'));
      const home = sqliteIn(join(scratch, 'data'));
      for (const name of ['backup', 'backup.tar']) {
        const controller = new AbortController();
        const { progress } = noting((noted) => {
          if (noted.startsWith(line)) controller.abort(new Error('Stopped'));
        });
        const stopped = backUp(home, join(scratch, name), { signal: controller.signal, progress });
        await expect(stopped).rejects.toThrow('Stopped');
        expect(await readdir(scratch)).not.toContain(name);
        await backUp(home, join(scratch, name));
        expect(await readdir(scratch)).not.toContain(`${name}.partial`);
        expect(await flawOf(join(scratch, name))).toBeNull();
      }
    },
  );

  it('leaves nothing of the moment that was copied to the backup of a later one', async () => {
    const scratch = await scratchFolder();
    const { token } = await sampleStore(join(scratch, 'data'));
    const home = sqliteIn(join(scratch, 'data'));
    await backUp(home, join(scratch, 'unfinished'));
    await rm(join(scratch, 'unfinished', 'manifest.json'));
    await writeFile(join(scratch, 'unfinished', 'backup.tar'), 'half of it');
    await rename(join(scratch, 'unfinished'), join(scratch, 'backup.partial'));
    const { service, close } = await openLocal({ dataDir: join(scratch, 'data') });
    const ada = await service.authenticate(token);
    await service.deleteAlgo({ id: 2 }, ada);
    await close();
    await backUp(home, join(scratch, 'backup'));
    expect(await flawOf(join(scratch, 'backup'))).toBeNull();
    expect(await restored(join(scratch, 'backup'), scratch)).toEqual(await snapshotOf(home));
  });

  it('at the moment when it gets its name is whole', async () => {
    const scratch = await scratchFolder();
    await sampleStore(join(scratch, 'data'));
    await backUp(sqliteIn(join(scratch, 'data')), join(scratch, 'backup'));
    for (const name of ['lock.db', 'lock.pid']) await writeFile(join(scratch, 'backup', name), '');
    expect(await flawOf(join(scratch, 'backup'))).toBeNull();
  });

  it('is not made in a place that somebody else has prepared', async () => {
    const scratch = await scratchFolder();
    await sampleStore(join(scratch, 'data'));
    const home = sqliteIn(join(scratch, 'data'));
    await mkdir(join(scratch, 'elsewhere'));
    await symlink(join(scratch, 'elsewhere'), join(scratch, 'backup.partial'));
    expect(await refusal(() => backUp(home, join(scratch, 'backup')))).toContain('is no folder of this user');
    expect(await readdir(join(scratch, 'elsewhere'))).toEqual([]);
    await rm(join(scratch, 'backup.partial'));
    await mkdir(join(scratch, 'backup.partial'), { mode: 0o755 });
    await backUp(home, join(scratch, 'backup'));
    expect((await stat(join(scratch, 'backup'))).mode & 0o777).toBe(0o700);
  });

  it('is not made in a folder with files of somebody, which would be lost', async () => {
    const scratch = await scratchFolder();
    await sampleStore(join(scratch, 'data'));
    const home = sqliteIn(join(scratch, 'data'));
    await mkdir(join(scratch, 'backup.partial'), { mode: 0o755 });
    await writeFile(join(scratch, 'backup.partial', 'thesis.txt'), 'years of work');
    expect(await refusal(() => backUp(home, join(scratch, 'backup')))).toContain('has thesis.txt, which is no part of');
    expect(await readdir(join(scratch, 'backup.partial'))).toEqual(['thesis.txt']);
    expect((await stat(join(scratch, 'backup.partial'))).mode & 0o777).toBe(0o755);
  });

  it('is not made in the place of a symbolic link', async () => {
    const scratch = await scratchFolder();
    await sampleStore(join(scratch, 'data'));
    await mkdir(join(scratch, 'elsewhere'));
    await symlink(join(scratch, 'elsewhere'), join(scratch, 'backup'));
    const refused = await refusal(() => backUp(sqliteIn(join(scratch, 'data')), join(scratch, 'backup')));
    expect(refused).toContain('is a symbolic link');
    expect(await readdir(scratch)).toEqual(['backup', 'data', 'elsewhere']);
  });

  it('is refused while another one makes it', async () => {
    const scratch = await scratchFolder();
    await sampleStore(join(scratch, 'data'));
    const lock = lockDataFolder(join(scratch, 'backup.partial'));
    const home = sqliteIn(join(scratch, 'data'));
    expect(await refusal(() => backUp(home, join(scratch, 'backup')))).toContain('in use by process');
    lock.release();
    await backUp(home, join(scratch, 'backup'));
  });
});

it('a restore that is stopped resumes; no server, no other backup gets into its target', async () => {
  const scratch = await scratchFolder();
  await sampleStore(join(scratch, 'data'));
  await backUp(sqliteIn(join(scratch, 'data')), join(scratch, 'one'));
  await backUp(sqliteIn(join(scratch, 'data')), join(scratch, 'other'));
  const target = join(scratch, 'target');
  const controller = new AbortController();
  const { progress } = noting((line) => {
    if (line === '  trees of folders: 1 copied') controller.abort(new Error('Stopped'));
  });
  const how = { signal: controller.signal, progress, secret: SECRET, unsigned: false };
  const stopped = restore({ path: join(scratch, 'one'), to: sqliteIn(target), ...how });
  await expect(stopped).rejects.toThrow('Stopped');
  await expect(openLocal({ dataDir: target })).rejects.toThrow('unfinished import of the backup of');
  expect(await refusal(() => restoreTo(join(scratch, 'other'), sqliteIn(target)))).toContain('another');
  await restoreTo(join(scratch, 'one'), sqliteIn(target));
  expect(await snapshotOf(sqliteIn(target))).toEqual(await snapshotOf(sqliteIn(join(scratch, 'data'))));
  expect(await refusal(() => restoreTo(join(scratch, 'one'), sqliteIn(target)))).toContain('is not empty');
});

const isPossible = canMount();
if (!isPossible) console.warn('A full disk is not tested: this user may not mount a tmpfs');

it.skipIf(!isPossible)(
  'a backup on a full disk fails, keeps the older ones, and goes on when there is room',
  async () => {
    const scratch = await scratchFolder();
    await manyContents(join(scratch, 'data'), 40, 20_000);
    const disk = await mountTmpfs(scratch, '3m');
    const home = sqliteIn(join(scratch, 'data'));
    await backUp(home, join(disk, 'older'));
    await rm(join(disk, 'older', 'contents'), { recursive: true }); // nothing can be linked from it
    await writeFile(join(disk, 'ballast'), Buffer.alloc(2_600_000));
    expect(await refusal(() => backUp(home, join(disk, 'backup')))).toMatch(/ENOSPC|full/);
    expect(await readdir(disk)).toEqual(['backup.partial', 'ballast', 'older'].sort());
    await rm(join(disk, 'ballast'));
    await backUp(home, join(disk, 'backup'));
    expect(await flawOf(join(disk, 'backup'))).toBeNull();
  },
);
