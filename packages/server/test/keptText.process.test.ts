import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextLine, startChild } from '../../../test/support/childProcess.ts';
import { readOrMake } from '../src/kept/keptText.ts';
import { expectWhole, place, TEXT } from './support/keptFile.ts';

describe('a text that is kept in a file', () => {
  it('is created once, completely, readable by this user only', async () => {
    expectWhole(await place());
  });

  it.each(['', '\n', ' \n\n'])('is created if the file has %j', async (nothing) => {
    const where = await place();
    writeFileSync(where.path, nothing, { mode: 0o600 });
    expectWhole(where);
  });

  it('is created beside the partial file of an earlier start', async () => {
    const where = await place();
    writeFileSync(`${where.path}.0123456789abcdef.new`, 'half');
    expectWhole(where);
  });

  it('is kept if an earlier start ended before it removed the second name', async () => {
    const where = await place();
    const text = readOrMake(where.path);
    linkSync(where.path, `${where.path}.0123456789abcdef.new`);
    expect(expectWhole(where)).toBe(text);
  });

  it('does not touch files that are not its drafts', async () => {
    const { folder, path } = await place();
    const others = ['secret.new', 'secret.old', 'secret2.0123456789abcdef.new', 'x.0123456789abcdef.new'];
    for (const name of others) writeFileSync(join(folder, name), 'mine');
    readOrMake(path);
    expect(readdirSync(folder).sort()).toEqual(['secret', ...others].sort());
  });

  it('is the same for all that start at the same moment', async () => {
    const { folder, path } = await place();
    const script = new URL('./support/readOrMake.ts', import.meta.url);
    const children = Array.from({ length: 4 }, () => startChild(script, path));
    for (const child of children) expect(await nextLine(child)).toBe('ready');
    for (const child of children) child.go();
    const texts = await Promise.all(children.map(nextLine));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(TEXT);
    expect(readdirSync(folder)).toEqual(['secret']);
  });
});

function makeHuge(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 5_000_000_000); // no block of it is on the disk
}

describe('a file that no start has created', () => {
  it.each([
    ['a symbolic link', (path: string) => symlinkSync('/etc/hostname', path), 'symbolic link'],
    ['a link to nowhere', (path: string) => symlinkSync('/nowhere', path), 'symbolic link'],
    ['a folder', (path: string) => mkdirSync(path), 'no regular file'],
    ['a named pipe', (path: string) => void execFileSync('mkfifo', [path]), 'no regular file'],
    ['a device', (path: string) => symlinkSync('/dev/zero', path), 'symbolic link'],
    ['zeros, which a power loss may leave', (path: string) => writeFileSync(path, Buffer.alloc(44)), 'zero bytes'],
    ['a large file', (path: string) => makeHuge(path), '65536 bytes'],
  ])('is refused: %s', async (_what, plant, reason) => {
    const { folder, path } = await place();
    plant(path);
    expect(() => readOrMake(path)).toThrow(reason);
    expect(readdirSync(folder)).toEqual(['secret']);
  });
});
