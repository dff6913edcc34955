import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextLine, startChild } from '../../../test/support/childProcess.ts';
import { modeOf } from '../../../test/support/modeOf.ts';
import { canMount, mountTmpfs, remountReadOnly } from '../../../test/support/tmpfs.ts';
import { DataFolderInUseError, DataFolderNotWritableError, type FolderUse, lockDataFolder } from '../src/index.ts';
import { scratchFolder } from './scratch.ts';

const HOLD_LOCK = new URL('./children/holdLock.ts', import.meta.url);

function refusedLock(dir: string, use?: FolderUse): unknown {
  try {
    lockDataFolder(dir, use).release();
  } catch (error) {
    return error;
  }
  throw new Error('The lock was given');
}

describe('the lock of a data folder', () => {
  it('makes the folder, for this user alone', async () => {
    const dir = join(scratchFolder(), 'new', 'data');
    const lock = lockDataFolder(dir);
    expect(modeOf(dir)).toBe(0o700);
    for (const name of ['lock.db', 'lock.pid']) expect(modeOf(join(dir, name)), name).toBe(0o600);
    expect(await readFile(join(dir, 'lock.pid'), 'utf8')).toBe(`${process.pid}\n`);
    lock.release();
    expect(await readdir(dir)).toEqual(['lock.db']);
  });

  it('refuses a second owner in another process, and names the folder and the first owner', async () => {
    const dir = scratchFolder();
    const owner = startChild(HOLD_LOCK, dir);
    expect(await nextLine(owner)).toBe('owner');
    const error = refusedLock(dir);
    expect(error).toBeInstanceOf(DataFolderInUseError);
    expect(error).toMatchObject({ folder: dir, pid: owner.pid });
    expect(String(error)).toContain(`${dir} is in use by process ${owner.pid}`);
  });

  it('is free for the next owner when the first is killed', async () => {
    const dir = scratchFolder();
    const owner = startChild(HOLD_LOCK, dir);
    expect(await nextLine(owner)).toBe('owner');
    await owner.kill();
    lockDataFolder(dir).release();
  });

  it('refuses a second owner in this process, and is still held after that', async () => {
    const dir = scratchFolder();
    const lock = lockDataFolder(dir);
    expect(refusedLock(dir)).toMatchObject({ name: 'DataFolderInUseError', pid: process.pid });
    expect(await nextLine(startChild(HOLD_LOCK, dir))).toBe('DataFolderInUseError');
    lock.release();
    lock.release();
    const again = lockDataFolder(dir);
    lock.release(); // this lock was released before; the call must not release the new lock
    expect(refusedLock(dir)).toBeInstanceOf(DataFolderInUseError);
    again.release();
  });

  it('goes to exactly one of several that start at the same moment', async () => {
    const dir = join(scratchFolder(), 'data');
    const children = Array.from({ length: 4 }, () => startChild(HOLD_LOCK, dir));
    const outcomes = await Promise.all(children.map(nextLine));
    expect(outcomes.sort()).toEqual([...Array(3).fill('DataFolderInUseError'), 'owner']);
  });

  it('is refused with the name of the lock file when that is damaged', async () => {
    const dir = scratchFolder();
    await writeFile(join(dir, 'lock.db'), 'no database, '.repeat(1_000));
    expect(refusedLock(dir)).toMatchObject({
      name: 'DataFolderNotWritableError',
      reason: expect.stringContaining('lock.db: file is not a database'),
    });
    await rm(join(dir, 'lock.db'));
    lockDataFolder(dir).release();
  });

  it('does not wait for a named pipe in the place of the process id', async () => {
    const dir = scratchFolder();
    const lock = lockDataFolder(dir);
    await rm(join(dir, 'lock.pid'));
    execFileSync('mkfifo', [join(dir, 'lock.pid')]);
    expect(refusedLock(dir)).toMatchObject({ pid: null });
    lock.release();
  });

  it('reports no process id when it is not known', async () => {
    const dir = scratchFolder();
    const lock = lockDataFolder(dir);
    for (const text of ['', 'x', '-1', '1.5', `${'0'.repeat(32)}7`]) {
      await writeFile(join(dir, 'lock.pid'), text);
      expect(refusedLock(dir), text).toMatchObject({ pid: null });
    }
    expect(String(refusedLock(dir))).toContain('another process');
    lock.release();
  });
});

describe('the uses of a data folder', () => {
  it.each([
    ['alone', { alone: 'DataFolderInUseError', owner: 'DataFolderInUseError', beside: 'DataFolderInUseError' }],
    ['owner', { alone: 'DataFolderInUseError', owner: 'DataFolderInUseError', beside: 'owner' }],
    ['beside', { alone: 'DataFolderInUseError', owner: 'owner', beside: 'owner' }],
  ] as const)('with one %s, the others get %o', async (use, others) => {
    const dir = scratchFolder();
    lockDataFolder(dir).release();
    const first = lockDataFolder(dir, use);
    for (const [other, outcome] of Object.entries(others))
      expect(await nextLine(startChild(HOLD_LOCK, dir, other)), other).toBe(outcome);
    first.release();
  });

  it('is also beside in this process, makes nothing, and leaves the process id to the owner', async () => {
    const dir = scratchFolder();
    expect(refusedLock(dir, 'beside')).toBeInstanceOf(DataFolderNotWritableError);
    expect(await readdir(dir)).toEqual([]);
    const owner = lockDataFolder(dir, 'owner');
    const beside = lockDataFolder(dir, 'beside');
    beside.release();
    expect(await readFile(join(dir, 'lock.pid'), 'utf8')).toBe(`${process.pid}\n`);
    expect(refusedLock(dir)).toMatchObject({ pid: process.pid });
    owner.release();
    lockDataFolder(dir).release();
  });
});

describe('a data folder that cannot be written', () => {
  it('is reported with the reason', async () => {
    const scratch = scratchFolder();
    const file = join(scratch, 'file');
    await writeFile(file, '');
    for (const [dir, code] of [
      [file, 'EEXIST'],
      [join(file, 'data'), 'EEXIST'],
      ['/proc/data', 'ENOENT'],
    ] as const) {
      const error = refusedLock(dir);
      expect(error).toBeInstanceOf(DataFolderNotWritableError);
      expect(error).toMatchObject({ folder: dir, reason: expect.stringContaining(code) });
      expect(String(error)).toContain(dir);
    }
  });

  it('is one whose lock file is not a file', async () => {
    const dir = scratchFolder();
    await mkdir(join(dir, 'lock.db'));
    expect(refusedLock(dir)).toBeInstanceOf(DataFolderNotWritableError);
  });

  it.each(['lock.db', 'lock.db-journal', 'lock.db-wal', 'lock.db-shm'])('is one whose %s is a link', async (name) => {
    const dir = scratchFolder();
    const outside = join(scratchFolder(), 'outside');
    await writeFile(outside, 'untouched');
    await symlink(outside, join(dir, name));
    expect(refusedLock(dir)).toMatchObject({ reason: expect.stringContaining(`${name} is a symbolic link`) });
    expect(await readFile(outside, 'utf8')).toBe('untouched');
  });

  it('is one whose process id would be written elsewhere; the lock is released', async () => {
    const dir = scratchFolder();
    const outside = join(scratchFolder(), 'outside');
    await writeFile(outside, 'untouched');
    await symlink(outside, join(dir, 'lock.pid'));
    expect(refusedLock(dir)).toMatchObject({ reason: expect.stringContaining('ELOOP') });
    expect(refusedLock(dir)).toBeInstanceOf(DataFolderNotWritableError);
    expect(await readFile(outside, 'utf8')).toBe('untouched');
  });

  it.skipIf(!canMount())('is one on a read-only disk (needs the right to mount)', async () => {
    const dir = await mountTmpfs(scratchFolder(), '64k');
    remountReadOnly(dir);
    expect(refusedLock(dir)).toMatchObject({
      name: 'DataFolderNotWritableError',
      reason: expect.stringContaining('EROFS'),
    });
  });
});
