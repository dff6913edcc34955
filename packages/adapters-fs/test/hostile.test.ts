import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFileStore } from '../src/index.ts';
import { bytes, refusal, scratchFolder, scratchStore } from './scratch.ts';

const FOLDERS = ['bin', 'staging', 'versions'];
const GOOD_REF = `${'0'.repeat(32)}-${'a'.repeat(64)}`;

const HOSTILE_REFS = [
  '',
  '.',
  '..',
  '../victim',
  '../../victim',
  '/etc/passwd',
  `../${GOOD_REF}`,
  `${GOOD_REF}/../../victim`,
  `${GOOD_REF}\0`,
  `${GOOD_REF}\n`,
  `\n${GOOD_REF}`,
  GOOD_REF.toUpperCase(),
  GOOD_REF.slice(1),
  `${GOOD_REF}a`,
  '1.json',
  'x'.repeat(100_000),
];

const HOSTILE_IDS = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -0, 1e300];

describe('invalid references and ids', () => {
  it.each(HOSTILE_REFS.map((ref) => [ref.slice(0, 40), ref]))('refuses the reference %j', async (_, ref) => {
    const { dir, store } = await scratchStore();
    const victim = join(dirname(dir), 'victim');
    await writeFile(victim, 'untouched');
    const damage = { name: 'DamagedError', place: 'algos', id: '1', field: 'ref' };
    await expect(store.read(1, ref)).rejects.toMatchObject(damage);
    for (const work of [
      () => store.publish(1, ref),
      () => store.discard(ref),
      () => store.delete(1, ref, 'records'),
      () => store.keep(1, ref),
      () => store.deleteFormer(1, ref, false),
    ]) {
      await expect((async () => work())()).rejects.toBeInstanceOf(RangeError);
    }
    expect(await readFile(victim, 'utf8')).toBe('untouched');
    expect((await readdir(dir, { recursive: true })).sort()).toEqual(FOLDERS);
  });

  it.each(HOSTILE_IDS)('refuses the id %d', async (id) => {
    const { dir, store } = await scratchStore();
    const ref = await store.stage(bytes('[]'), null);
    for (const work of [
      () => store.read(id, ref),
      () => store.publish(id, ref),
      () => store.delete(id, ref, 'records'),
      () => store.move(id, ref, 'bin'),
      () => store.keep(id, ref),
      () => store.deleteFormer(id, ref, false),
    ]) {
      await expect((async () => work())()).rejects.toBeInstanceOf(RangeError);
    }
    expect(await readdir(dir, { recursive: true })).toEqual(expect.arrayContaining([...FOLDERS, `staging/${ref}`]));
  });

  it('refuses every reference of another format', async () => {
    const { store } = await scratchStore();
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9a-f-]{90,100}$/));
    await fc.assert(
      fc.asyncProperty(anyText, async (ref) => {
        fc.pre(!/^[0-9a-f]{32}-[0-9a-f]{64}$/.test(ref) || ref.length !== 97);
        await expect(store.read(1, ref)).rejects.toMatchObject({ name: 'DamagedError', field: 'ref' });
      }),
    );
  });

  it('does not touch the content when a deletion gives a bad reference', async () => {
    const { store } = await scratchStore();
    const ref = await store.stage(bytes('[]'), null);
    await store.publish(1, ref);
    await expect(store.delete(1, '../victim', 'records')).rejects.toBeInstanceOf(RangeError);
    expect(await store.read(1, ref)).toEqual(bytes('[]'));
  });
});

describe('files planted by an attacker', () => {
  it('does not open with a symbolic link in the place of `staging`', async () => {
    const scratch = scratchFolder();
    await mkdir(join(scratch, 'outside'));
    await mkdir(join(scratch, 'algos'));
    await symlink(join(scratch, 'outside'), join(scratch, 'algos', 'staging'));
    await refusal(openFileStore(join(scratch, 'algos')));
  });

  it('writes nothing through a symbolic link that took the place of `staging` later', async () => {
    const { dir, store } = await scratchStore();
    const outside = join(dirname(dir), 'outside');
    await mkdir(outside);
    await rm(join(dir, 'staging'), { recursive: true });
    await symlink(outside, join(dir, 'staging'));
    await refusal(store.stage(bytes('[]'), null));
    await refusal(store.discard(GOOD_REF));
    await refusal(store.read(1, GOOD_REF));
    expect(await readdir(outside)).toEqual([]);
  });
});
