import { writeFileSync } from 'node:fs';
import { readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canMount, mountTmpfs } from '../../../test/support/tmpfs.ts';
import { openDiskReserve, openFileStore } from '../src/index.ts';
import { contentOf, scratchFolder } from './scratch.ts';

const MIB = 1_024 * 1_024;
const isPossible = canMount();
if (!isPossible) console.warn('The reserve of a disk is not tested: this user may not mount a tmpfs');

/** A reserve of 8 MiB on a disk of this many MiB. */
async function onDiskOf(mib: number) {
  const disk = await mountTmpfs(scratchFolder(), `${mib}m`);
  const problems: string[] = [];
  const clock = { now: 0 };
  const open = () =>
    openDiskReserve(disk, { now: () => clock.now, onProblem: (_problem, where) => problems.push(where) });
  return { disk, problems, clock, open, room: open(), fill: (bytes: number) => fill(disk, bytes) };
}

function fill(disk: string, mib: number): string {
  const path = join(disk, `foreign-${mib}`);
  writeFileSync(path, new Uint8Array(mib * MIB));
  return path;
}

/** The kinds of writes that are allowed now. */
function allowed(room: ReturnType<typeof openDiskReserve>, bytes = 0): string[] {
  return (['growth', 'session', 'removal'] as const).filter((kind) => {
    try {
      if (kind === 'growth') room.reserve(bytes)();
      else room.requireRoom(kind);
      return true;
    } catch (problem) {
      expect(problem).toMatchObject({ name: 'UnavailableError', reason: expect.stringContaining('is nearly full') });
      return false;
    }
  });
}

const ALL = ['growth', 'session', 'removal'];

describe.skipIf(!isPossible)('the reserve of a disk', () => {
  it('is allocated on the disk, once, readable by its owner only', async () => {
    const { disk, open } = await onDiskOf(32);
    const before = await stat(join(disk, 'reserve'));
    expect(before.blocks * 512).toBe(8 * MIB);
    expect(before.mode & 0o777).toBe(0o600);
    open();
    const after = await stat(join(disk, 'reserve'));
    expect(after.mtimeMs).toBe(before.mtimeMs); // not written again
  });

  it('refuses growth before the disk is full, and allows everything else', async () => {
    const { room, fill } = await onDiskOf(32);
    expect(allowed(room)).toEqual(ALL);
    fill(21); // leaves 3 MiB
    expect(allowed(room)).toEqual(['session', 'removal']);
  });

  it('counts space that is promised and not yet written', async () => {
    const { room } = await onDiskOf(32); // 24 MiB are free, the last four of them not for growth
    const free = room.reserve(15 * MIB);
    expect(allowed(room, 6 * MIB)).toEqual(['session', 'removal']);
    free();
    free();
    expect(allowed(room, 6 * MIB)).toEqual(ALL);
    expect(allowed(room, 21 * MIB)).toEqual(['session', 'removal']);
  });

  it('is released once on a full disk, its last quarter only for removals, and is made again when there is room', async () => {
    const { disk, room, problems, fill } = await onDiskOf(32);
    const foreign = fill(24);
    expect(room.release()).toBe(true);
    expect(room.release()).toBe(false);
    expect(problems).toEqual(['the reserve was given to a full disk']);
    expect(allowed(room)).toEqual(['session', 'removal']);
    fill(7);
    expect(allowed(room)).toEqual(['removal']);
    await rm(foreign);
    expect(allowed(room)).toEqual(ALL);
    expect((await stat(join(disk, 'reserve'))).blocks * 512).toBe(8 * MIB);
  });

  it('is released at once when the disk is full at the start', async () => {
    const { disk, open, fill } = await onDiskOf(32);
    fill(22);
    const room = open();
    expect(await readdir(disk)).toEqual(['foreign-22']);
    expect(allowed(room)).toEqual(['session', 'removal']);
  });

  it('refuses growth when it cannot be made, and is tried again after ten seconds', async () => {
    const { disk, clock, problems, room } = await onDiskOf(32);
    room.release();
    await writeFile(join(disk, 'target'), '');
    await symlink(join(disk, 'target'), join(disk, 'reserve'));
    problems.splice(0);
    expect(allowed(room)).toEqual(['session', 'removal']);
    expect(allowed(room)).toEqual(['session', 'removal']);
    expect(problems).toEqual(['disk reserve']);
    clock.now += 10_000;
    expect(allowed(room)).toEqual(ALL);
  });
});

describe.skipIf(!isPossible)('a file store on a disk with a reserve', () => {
  it('refuses content before it writes any, and deletes on a full disk', async () => {
    const { disk, room, fill } = await onDiskOf(32);
    const store = await openFileStore(join(disk, 'algos'), { room });
    const ref = await store.stage(contentOf(MIB), null);
    await store.publish(1, ref);
    fill(20);
    await expect(store.stage(contentOf(1), null)).rejects.toMatchObject({ name: 'UnavailableError' });
    expect(await readdir(join(disk, 'algos/staging'))).toEqual([]);
    await store.delete(1, ref, 'records');
    expect(await readdir(join(disk, 'algos'))).not.toContain('1.json');
  });

  it('is not healthy while it refuses growth, and its check leaves the reserve to deletions', async () => {
    const { disk, room, problems, fill } = await onDiskOf(32);
    let now = 0;
    const store = await openFileStore(join(disk, 'algos'), { room, now: () => (now += 10_000) });
    await store.health();
    fill(21);
    await expect(store.health()).rejects.toMatchObject({ name: 'UnavailableError' });
    expect(() => fill(5)).toThrow('ENOSPC');
    await expect(store.health()).rejects.toMatchObject({ name: 'UnavailableError' });
    expect(problems).toEqual([]);
  });
});
