import { mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modeOf } from '../../../test/support/modeOf.ts';
import { openFileStore } from '../src/index.ts';
import { bytes, contentOf, scratchFolder, scratchStore } from './scratch.ts';

const FOLDERS = ['bin', 'staging', 'versions'];

describe('content on the disk', () => {
  it('is stored byte for byte, in one file named by the id', async () => {
    const { dir, store } = await scratchStore();
    const content = bytes('{"é":"\u{1F600}"}');
    const ref = await store.stage(content, null);
    expect(await readdir(join(dir, 'staging'))).toEqual([ref]);
    expect(new Uint8Array(await readFile(join(dir, 'staging', ref)))).toEqual(content);
    await store.publish(7, ref);
    expect(await readdir(join(dir, 'staging'))).toEqual([]);
    expect((await readdir(dir)).sort()).toEqual(['7.json', ...FOLDERS]);
    expect(new Uint8Array(await readFile(join(dir, '7.json')))).toEqual(content);
  });

  it('is readable by this user only: folders 0700, files 0600', async () => {
    const { dir, store } = await scratchStore();
    const published = await store.stage(bytes('[1]'), null);
    await store.publish(1, published);
    await store.keep(1, published);
    const staged = await store.stage(bytes('[2]'), null);
    expect(modeOf(dir)).toBe(0o700);
    for (const folder of FOLDERS) expect(modeOf(join(dir, folder)), folder).toBe(0o700);
    for (const name of ['1.json', `staging/${staged}`, `versions/1-${published}.json`]) {
      expect(modeOf(join(dir, name)), name).toBe(0o600);
    }
  });

  it('changes its place by its names alone: the bin, a former version, a replacement', async () => {
    const { dir, store } = await scratchStore();
    const names = async () =>
      (await readdir(dir, { recursive: true })).filter((name) => !FOLDERS.includes(name)).sort();
    const ref = await store.stage(bytes('[1]'), null);
    await store.publish(3, ref);
    const { ino } = await stat(join(dir, '3.json'));
    await store.move(3, ref, 'bin');
    expect([await names(), (await stat(join(dir, 'bin/3.json'))).ino]).toEqual([['bin/3.json'], ino]);
    await store.move(3, ref, 'records');
    expect(await names()).toEqual(['3.json']);
    await store.keep(3, ref);
    const former = `versions/3-${ref}.json`;
    await store.publish(3, await store.stage(bytes('[2]'), null));
    expect([await names(), (await stat(join(dir, former))).ino]).toEqual([['3.json', former], ino]);
    await store.delete(3, null, 'records');
    await store.deleteFormer(3, ref, false);
    expect(await names()).toEqual([]);
  });

  it.each(FOLDERS)('is refused where a folder below the root was removed, until the next start: %s', async (folder) => {
    const { dir, store } = await scratchStore();
    await rm(join(dir, folder), { recursive: true });
    await expect(store.stage(bytes('[1]'), null)).rejects.toMatchObject({
      name: 'UnavailableError',
      cause: { message: expect.stringContaining(join(dir, folder)) },
    });
    const next = await openFileStore(dir);
    const ref = await next.stage(bytes('[1]'), null);
    await next.publish(3, ref);
    await next.move(3, ref, 'bin');
    expect(await next.read(3, ref)).toEqual(bytes('[1]'));
  });

  it('may be below several new folders, and behind a symbolic link to the root', async () => {
    const scratch = scratchFolder();
    await openFileStore(join(scratch, 'a', 'b', 'c'));
    expect(modeOf(join(scratch, 'a'))).toBe(0o700);
    await symlink(join(scratch, 'a', 'b', 'c'), join(scratch, 'link'));
    const store = await openFileStore(join(scratch, 'link'));
    const ref = await store.stage(bytes('[]'), null);
    await store.publish(1, ref);
    expect(await store.read(1, ref)).toEqual(bytes('[]'));
    await store.delete(1, ref, 'records');
    expect((await readdir(join(scratch, 'a', 'b', 'c'))).sort()).toEqual(FOLDERS);
  });

  it('keeps the mode of a folder that was there', async () => {
    const dir = join(scratchFolder(), 'shared');
    await mkdir(dir, { mode: 0o750 });
    await openFileStore(dir);
    expect(modeOf(dir)).toBe(0o750);
  });
});

describe('reading', () => {
  it.each([0, 1, 16_383, 16_384, 16_385, 40_000, 1_048_576])('returns %i bytes', async (size) => {
    const { store } = await scratchStore();
    const content = contentOf(size);
    const ref = await store.stage(content, null);
    expect(await store.read(5, ref)).toEqual(content);
    await store.publish(5, ref);
    expect(await store.read(5, ref)).toEqual(content);
  });

  it('rejects damaged content, and says where it is', async () => {
    const { dir, store } = await scratchStore();
    const ref = await store.stage(bytes('{"a":1}'), null);
    await store.publish(5, ref);
    for (const damaged of ['', '{"a":2}', '{"a":1} ']) {
      await writeFile(join(dir, '5.json'), damaged);
      expect(await store.read(5, ref), damaged).toBeNull();
    }
    expect(store.locate(5, ref)).toContain(join(dir, '5.json'));
    expect(store.locate(5, ref)).toContain(join(dir, 'staging', ref));
  });

  it('rejects staged content that was cut off, and names its file', async () => {
    const { dir, store } = await scratchStore();
    const ref = await store.stage(contentOf(50_000), null);
    await truncate(join(dir, 'staging', ref), 20_000);
    const damaged = { name: 'DamagedError', place: join(dir, 'staging', ref), id: '5', field: 'content' };
    await expect(store.read(5, ref)).rejects.toMatchObject(damaged);
  });
});
