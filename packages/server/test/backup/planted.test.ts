import { chmod, chown, cp, mkdir, readdir, rename, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupInto } from '../../src/backup/datedBackups.ts';
import { NO_PROGRESS } from '../../src/terminal/progress.ts';
import { sqliteIn } from '../migrate/support/places.ts';
import { sampleStore } from '../migrate/support/sampleStore.ts';
import { scratchFolder } from '../support/scratch.ts';
import { backUp, flawOf, refusal } from './support/backup.ts';

/** Nobody. */
const STRANGER = 65_534;
const isRoot = process.geteuid?.() === 0;

async function contentsOf(backup: string): Promise<readonly string[]> {
  const names = await readdir(join(backup, 'contents'), { recursive: true });
  return names.filter((name) => name.endsWith('.json')).map((name) => join(backup, 'contents', name));
}

async function store(): Promise<{ readonly scratch: string; readonly home: ReturnType<typeof sqliteIn> }> {
  const scratch = await scratchFolder();
  await sampleStore(join(scratch, 'data'));
  return { scratch, home: sqliteIn(join(scratch, 'data')) };
}

describe('what another user may have put beside a backup', () => {
  it.each([
    ['that others may write', true, (path: string) => chmod(path, 0o666)],
    ['of another user', isRoot, (path: string) => chown(path, STRANGER, STRANGER)],
    ['that is a link', true, (path: string) => rename(path, `${path}.away`).then(() => symlink(`${path}.away`, path))],
  ])('a content %s is copied and not linked', async (_what, isPossible, plant) => {
    if (!isPossible) return; // only root can give files away
    const { scratch, home } = await store();
    await backUp(home, join(scratch, 'first'));
    for (const path of await contentsOf(join(scratch, 'first'))) await plant(path);
    await backUp(home, join(scratch, 'second'));
    for (const path of await contentsOf(join(scratch, 'second'))) {
      const { nlink, uid, mode } = await stat(path);
      expect({ nlink, uid, mode: mode & 0o777 }).toEqual({ nlink: 1, uid: process.geteuid?.(), mode: 0o600 });
    }
    expect(await flawOf(join(scratch, 'second'))).toBeNull();
  });

  it.runIf(isRoot)('a backup of another user is neither linked nor removed', async () => {
    const { scratch, home } = await store();
    const parent = join(scratch, 'backups');
    const order = { place: home, secret: null, signal: new AbortController().signal, progress: NO_PROGRESS };
    const at = (date: string) => ({ ...order, now: () => Date.parse(date) });
    await mkdir(parent);
    const { path: planted } = await backupInto(parent, '1d', at('2026-11-01T00:00:00Z'));
    await chown(planted, STRANGER, STRANGER);
    await cp(planted, `${planted}.removed`, { recursive: true });
    await chown(`${planted}.removed`, STRANGER, STRANGER);
    const before = await readdir(parent);
    const { path } = await backupInto(parent, '1d', at('2026-11-20T00:00:00Z'));
    expect((await readdir(parent)).filter((name) => join(parent, name) !== path)).toEqual(before);
    for (const content of await contentsOf(path)) expect((await stat(content)).nlink).toBe(1);
  });

  it.each(['contents', 'rows'])(
    'a link at %s in an unfinished backup is refused, and followed nowhere',
    async (name) => {
      const { scratch, home } = await store();
      const elsewhere = join(scratch, 'elsewhere');
      await mkdir(elsewhere);
      await writeFile(join(elsewhere, 'mine'), '');
      await mkdir(join(scratch, 'backup.partial'));
      await symlink(elsewhere, join(scratch, 'backup.partial', name));
      expect(await refusal(() => backUp(home, join(scratch, 'backup')))).toContain(
        `has ${name}, which is no part of a backup of this user`,
      );
      expect(await readdir(elsewhere)).toEqual(['mine']);
      await unlink(join(scratch, 'backup.partial', name));
      await backUp(home, join(scratch, 'backup'));
    },
  );

  it('a link in place of a folder of contents is refused', async () => {
    const { scratch, home } = await store();
    await backUp(home, join(scratch, 'first'));
    const [content = ''] = await readdir(join(scratch, 'first', 'contents'));
    await mkdir(join(scratch, 'backup.partial', 'contents'), { recursive: true });
    await mkdir(join(scratch, 'elsewhere'));
    await symlink(join(scratch, 'elsewhere'), join(scratch, 'backup.partial', 'contents', content));
    expect(await refusal(() => backUp(home, join(scratch, 'backup')))).toContain(
      'is no folder of this user: remove it',
    );
    expect(await readdir(join(scratch, 'elsewhere'))).toEqual([]);
  });

  it('a link among the folders of contents that no record needs is removed, and what it leads to stays', async () => {
    const { scratch, home } = await store();
    await backUp(home, join(scratch, 'first'));
    const shards = await readdir(join(scratch, 'first', 'contents'));
    const free = ['00', '01', '02', '03', '04'].find((shard) => !shards.includes(shard)) ?? '';
    await mkdir(join(scratch, 'backup.partial', 'contents'), { recursive: true });
    await mkdir(join(scratch, 'elsewhere'));
    await writeFile(join(scratch, 'elsewhere', 'mine'), '');
    await symlink(join(scratch, 'elsewhere'), join(scratch, 'backup.partial', 'contents', free));
    await backUp(home, join(scratch, 'backup'));
    expect(await readdir(join(scratch, 'elsewhere'))).toEqual(['mine']);
    expect(await flawOf(join(scratch, 'backup'))).toBeNull();
  });
});
