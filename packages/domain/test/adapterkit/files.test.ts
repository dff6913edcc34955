import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modeOf } from '../../../../test/support/modeOf.ts';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import {
  ANY_FILE,
  checkOpenFolder,
  ifPresent,
  isSystemError,
  makeFolder,
  moveDurably,
  onDisk,
  syncFolder,
  writeFileDurably,
  writeNewFileNow,
} from '../../adapterkit/files/index.ts';
import { UnavailableError } from '../../src/index.ts';

async function scratch(): Promise<string> {
  const folder = scratchFolder();
  return folder;
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (isSystemError(error) ? error.code : error),
  );

it('work that a disk does not answer is unavailable after a bounded time', async () => {
  const never = () => new Promise<never>(() => {});
  await expect(onDisk(never, 1)).rejects.toMatchObject({ reason: 'the disk has not answered for 0.001 s' });
});

describe('writes', () => {
  const writers = {
    writeFileDurably,
    writeNewFileNow: async (path: string, content: string) => writeNewFileNow(path, content),
  };

  it.each(Object.entries(writers))('%s makes a file for this user only, and changes none', async (_, write) => {
    const path = join(await scratch(), 'file');
    await write(path, 'one');
    expect([modeOf(path), await readFile(path, 'utf8')]).toEqual([0o600, 'one']);
    expect(await codeOf(write(path, 'two'))).toBe('EEXIST');
    expect(await readFile(path, 'utf8')).toBe('one');
  });

  it.each(Object.entries(writers))('%s follows no symbolic link', async (_, write) => {
    const folder = await scratch();
    await symlink(join(folder, 'elsewhere'), join(folder, 'link'));
    expect(await codeOf(write(join(folder, 'link'), 'x'))).toBe('EEXIST');
    expect(await readdir(folder)).toEqual(['link']);
  });

  it('may open an existing file, and still follow no symbolic link', async () => {
    const folder = await scratch();
    await writeFile(join(folder, 'file'), 'before');
    await writeFileDurably(join(folder, 'file'), '', ANY_FILE);
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('before');
    await symlink(join(folder, 'file'), join(folder, 'link'));
    expect(await codeOf(writeFileDurably(join(folder, 'link'), 'x', ANY_FILE))).toBe('ELOOP');
  });

  it('move a file from one folder to another', async () => {
    const folder = await scratch();
    await mkdir(join(folder, 'to'));
    await writeFileDurably(join(folder, 'file'), 'x');
    await moveDurably(join(folder, 'file'), join(folder, 'to', 'file'));
    expect(await readdir(folder, { recursive: true })).toEqual(['to', join('to', 'file')]);
  });
});

describe('folders', () => {
  it('are made with their parents, for this user only; existing ones keep their mode', async () => {
    const folder = await scratch();
    makeFolder(join(folder, 'a', 'b'));
    expect([modeOf(join(folder, 'a')), modeOf(join(folder, 'a', 'b'))]).toEqual([0o700, 0o700]);
    await mkdir(join(folder, 'c'), { mode: 0o755 });
    makeFolder(join(folder, 'c'));
    expect(modeOf(join(folder, 'c'))).toBe(0o755);
  });

  it('are refused when something else has their name', async () => {
    const folder = await scratch();
    await writeFile(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, 'file', 'b'))).toThrow('EEXIST');
  });

  it('behind a symbolic link are neither opened nor synced', async () => {
    const folder = await scratch();
    await mkdir(join(folder, 'real'));
    await symlink(join(folder, 'real'), join(folder, 'link'));
    await checkOpenFolder(join(folder, 'real'));
    await expect(checkOpenFolder(join(folder, 'link'))).rejects.toThrow(UnavailableError);
    expect(await codeOf(syncFolder(join(folder, 'link')))).toMatch(/^(ELOOP|ENOTDIR)$/);
  });
});

describe('errors of the system', () => {
  const refused = Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'write' });

  it('become UnavailableError with their cause; bugs pass unchanged', async () => {
    await expect(onDisk(() => Promise.reject(refused))).rejects.toMatchObject({
      name: 'UnavailableError',
      cause: refused,
    });
    const bug = new TypeError('a bug');
    await expect(onDisk(() => Promise.reject(bug))).rejects.toBe(bug);
    expect(await onDisk(async () => 1)).toBe(1);
  });

  it('that mean absence become null, and no others', async () => {
    expect(await ifPresent(readFile(join(await scratch(), 'none')))).toBeNull();
    await expect(ifPresent(Promise.reject(refused))).rejects.toBe(refused);
  });
});
