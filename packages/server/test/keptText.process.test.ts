import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOrMake } from '../src/stores/keptText.ts';
import { expectWhole, place } from './support/keptFile.ts';

describe('a text that is kept in a file', () => {
  it('is created once, completely, readable by this user only', async () => {
    expectWhole(await place());
  });

  it.each(['', '\n', ' \n\n'])('is created if the file has %j', async (nothing) => {
    const where = await place();
    writeFileSync(where.path, nothing, { mode: 0o600 });
    expectWhole(where);
  });

  it('is created in place of the partial file of an earlier start', async () => {
    const where = await place();
    writeFileSync(`${where.path}.partial`, 'half');
    expectWhole(where);
  });

  it('does not touch files that are not its drafts', async () => {
    const { folder, path } = await place();
    const others = ['secret.new', 'secret.old', 'secret2.partial', 'x.partial'];
    for (const name of others) writeFileSync(join(folder, name), 'mine');
    readOrMake(path);
    expect(readdirSync(folder).sort()).toEqual(['secret', ...others].sort());
  });
});

function makeHuge(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 5_000_000_000); // no block of it is on the disk
}

it.each([
  ['a symbolic link', (path: string) => symlinkSync('/etc/hostname', path), 'symbolic link'],
  ['a link to nowhere', (path: string) => symlinkSync('/nowhere', path), 'symbolic link'],
  ['a folder', (path: string) => mkdirSync(path), 'no regular file'],
  ['a named pipe', (path: string) => void execFileSync('mkfifo', [path]), 'no regular file'],
  ['a device', (path: string) => symlinkSync('/dev/zero', path), 'symbolic link'],
  ['zeros, which a power loss may leave', (path: string) => writeFileSync(path, Buffer.alloc(44)), 'zero bytes'],
  ['a large file', (path: string) => makeHuge(path), '65536 bytes'],
])('a file that no start has created is refused: %s', async (_what, plant, reason) => {
  const { folder, path } = await place();
  plant(path);
  expect(() => readOrMake(path)).toThrow(reason);
  expect(readdirSync(folder)).toEqual(['secret']);
});
