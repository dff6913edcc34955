import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { modeOf } from '../../../../test/support/modeOf.ts';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { runIn } from '../cli/runIn.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { SECRET as KEY, sampleStore } from '../migrate/support/sampleStore.ts';
import { snapshotOf } from '../migrate/support/snapshot.ts';
import { backUp, flawOf, noting, refusal, restored, restoreTo } from './support/backup.ts';

async function scene() {
  const scratch = scratchFolder();
  const { token } = await sampleStore(join(scratch, 'data'));
  return { scratch, token, home: sqliteIn(join(scratch, 'data')), at: (name: string) => join(scratch, name) };
}

describe('the file of a backup', () => {
  it('is never in the folder of the content, by another name of it neither', async () => {
    const { home, at } = await scene();
    await mkdir(at('data/algos/inner'));
    await symlink(at('data/algos'), at('link'));
    const before = await readdir(at('data/algos'));
    for (const path of ['data/algos/backup', 'data/algos/inner/backup', 'link/backup'])
      expect(await refusal(() => backUp(home, at(path)))).toContain('is in the folder of the content');
    expect(await readdir(at('data/algos'))).toEqual(before);
    await backUp(home, at('data/backup'));
  });

  it.each(['Backup of', '  contents: 6 named'])('is not there after a stop at the line "%s"', async (line) => {
    const { scratch, home, at } = await scene();
    const controller = new AbortController();
    const { progress } = noting((noted) => {
      if (noted.startsWith(line)) controller.abort(new Error('Stopped'));
    });
    await expect(backUp(home, at('backup'), { signal: controller.signal, progress })).rejects.toThrow('Stopped');
    expect(await readdir(scratch)).toEqual(['data']);
  });

  it('takes the place of nothing, what a killed run has left included', async () => {
    const { scratch, home, at } = await scene();
    await writeFile(at('mine'), 'years of work');
    for (const name of ['backup', 'backup.partial']) {
      await symlink(at('mine'), at(name));
      expect(await refusal(() => backUp(home, at('backup')))).toContain(`${name} exists: `);
      await rm(at(name));
    }
    await backUp(home, at('backup'));
    expect(modeOf(at('backup'))).toBe(0o600);
    expect(await readdir(scratch)).toEqual(['backup', 'data', 'mine']);
    expect(await readFile(at('mine'), 'utf8')).toBe('years of work');
  });

  it('is that of the first of two runs at the same time, and whole; the other one is refused', async () => {
    const { scratch, home, at } = await scene();
    let second: Promise<unknown> = Promise.resolve();
    const { progress } = noting((line) => {
      if (line.startsWith('Backup of')) second = refusal(() => backUp(home, at('backup')));
    });
    expect(await refusal(() => backUp(home, at('backup'), { progress }))).toBeNull();
    expect(await second).toMatch(/exists/);
    expect(await readdir(scratch)).toEqual(['backup', 'data']);
    expect(await flawOf(at('backup'))).toBeNull();
  });
});

describe('a backup on standard output', () => {
  it('is the same as that in a file', async () => {
    const { scratch, home, at } = await scene();
    const stream = new PassThrough();
    const [bytes] = await Promise.all([buffer(stream), backUp(home, stream).then(() => stream.end())]);
    await writeFile(at('backup'), bytes);
    expect(await flawOf(at('backup'))).toBeNull();
    expect(await restored(at('backup'), scratch)).toEqual(await snapshotOf(home));
  });

  it('fails when its reader ends', async () => {
    const { home } = await scene();
    const stream = new PassThrough({ highWaterMark: 1 });
    stream.destroy();
    await expect(backUp(home, stream)).rejects.toThrow(/destroyed/);
  });

  it('has no JSON beside it', async () => {
    const env = { ALGOTHEQUE_DATA_DIR: '/nowhere' };
    expect(await runIn(['backup', '-', '--json'], { env })).toMatchObject({ code: 2 });
  });
});

describe('who was deleted after a backup', () => {
  it('is told at a restore', async () => {
    const { home, at } = await scene();
    await backUp(home, at('backup'), { now: () => Date.UTC(2026, 10, 27) });
    expect(await restoreTo(at('backup'), sqliteIn(at('target')))).toMatchObject({
      moment: '2026-11-27T00:00:00.000Z',
      deletions:
        'All accounts that were deleted after 2026-11-27T00:00:00.000Z are there again: name them with --deleted FILE, or delete them again',
    });
  });

  it('is deleted again by the next server, if a file names them, by id or as a log does', async () => {
    const { home, at } = await scene();
    await backUp(home, at('backup'), { secret: Buffer.from(KEY) });
    const log = { level: 'info', audit: { action: 'user.deleted', actorId: 1, targetId: 1 }, msg: 'audit' };
    await writeFile(at('deleted'), `77\n${JSON.stringify(log)}\n\n`);
    const env = { ALGOTHEQUE_SECRET: KEY, ALGOTHEQUE_DATA_DIR: at('target') };
    const to = `sqlite:${at('target/algotheque.db')}`;
    expect(await runIn(['restore', at('backup'), '--to', to, '--deleted', at('deleted')], { env })).toMatchObject({
      code: 0,
    });
    const { user = [], deletion = [] } = await snapshotOf(sqliteIn(at('target')));
    expect(user).toMatchObject([
      { id: 1, deleted: true },
      { id: 2, deleted: false },
    ]);
    expect(deletion).toMatchObject([{ userId: 1 }, { userId: 3 }]);
    const { openLocal } = await import('../../src/index.ts');
    const { service, close } = await openLocal({ dataDir: at('target'), settings: { ALGOTHEQUE_SECRET: KEY } });
    await service.open();
    await close();
    const after = await snapshotOf(sqliteIn(at('target')));
    expect(after['user']).toMatchObject([{ id: 2 }]);
    expect(after['algo']).toEqual([]);
  });

  it('is not who was deleted before it and had the id: an earlier restore has given it again', async () => {
    const { home, at } = await scene();
    const now = Date.UTC(2026, 10, 27);
    await backUp(home, at('backup'), { secret: Buffer.from(KEY), now: () => now });
    const line = (targetId: number, date: number) =>
      `${JSON.stringify({ audit: { action: 'user.deleted', date: new Date(date).toISOString(), actorId: null, targetId }, msg: 'audit' })}\n`;
    await writeFile(at('deleted'), line(1, now - 2 * 3_600_000) + line(2, now - 60_000) + line(2, now - 86_400_000));
    const env = { ALGOTHEQUE_SECRET: KEY, ALGOTHEQUE_DATA_DIR: at('target') };
    const to = `sqlite:${at('target/algotheque.db')}`;
    await runIn(['restore', at('backup'), '--to', to, '--deleted', at('deleted')], { env });
    const { user = [] } = await snapshotOf(sqliteIn(at('target')));
    expect(user).toMatchObject([
      { id: 1, deleted: false },
      { id: 2, deleted: true },
    ]);
  });

  it('is not named by another line, which is not repeated', async () => {
    const { home, at } = await scene();
    await backUp(home, at('backup'));
    await writeFile(at('deleted'), '1\nada@example.org\n');
    const to = `sqlite:${at('target/algotheque.db')}`;
    const refused = await runIn(['restore', at('backup'), '--to', to, '--deleted', at('deleted')], { env: {} });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('deleted, line 2: neither an id') });
    expect(refused.stderr).not.toContain('ada@');
  });
});
