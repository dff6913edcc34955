import { execFileSync } from 'node:child_process';
import { link, lstat, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { UnavailableError } from '@algotheque/domain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepAside, moveContentAside, openContentReader, openFileStore } from '../src/index.ts';
import { bytes, contentOf, scratchFolder, scratchStore } from './scratch.ts';

const FOLDERS = ['bin', 'staging', 'versions'];
const [OLD, NEW] = [bytes('{"old":1}'), bytes('{"new":2}')];

type Plant = (path: string, outside: string) => Promise<unknown>;

const FOREIGN: readonly (readonly [what: string, plant: Plant])[] = [
  ['a folder', (path) => mkdir(path)],
  ['a folder', (path) => mkdir(join(path, 'with', 'more'), { recursive: true })],
  ['a symbolic link', (path, outside) => symlink(outside, path)],
  ['a symbolic link', (path) => symlink('/dev/zero', path)],
  ['a symbolic link', (path) => symlink('/nowhere', path)],
  ['a named pipe', async (path) => execFileSync('mkfifo', [path])],
  ['a socket', (path) => listenOn(path)],
  ['a file of 5000000000 bytes', (path) => writeFile(path, '').then(() => truncate(path, 5_000_000_000))],
];

async function listenOn(path: string): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => void server.listen(path, resolve));
}

/** A store with algorithm 1, with something else in the place of its file, and a file outside that must not change. */
async function scene(plant: Plant) {
  const dir = join(scratchFolder(), 'algos');
  const problems: string[] = [];
  const onProblem = (problem: unknown): void => void problems.push(String(problem));
  const store = await openFileStore(dir, { now: () => 0, onProblem });
  const old = await store.stage(OLD, null);
  await store.publish(1, old);
  const [path, outside] = [join(dir, '1.json'), join(dirname(dir), 'outside')];
  await writeFile(outside, OLD);
  await rm(path);
  await plant(path, outside);
  return { dir, store, old, path, outside, problems };
}

describe.each(FOREIGN)('%s where a content should be', (what, plant) => {
  it('becomes no former version', async () => {
    const { dir, store, old } = await scene(plant);
    expect(await store.keep(1, old)).toBe(false);
    expect(await readdir(join(dir, 'versions'))).toEqual([]);
  });

  it('is replaced by the next content; a folder refuses it, with its path, until it is taken away', async () => {
    const { dir, store, path, outside } = await scene(plant);
    const ref = await store.stage(NEW, null);
    if (what === 'a folder') {
      await expect(store.publish(1, ref)).rejects.toMatchObject({
        name: 'UnavailableError',
        cause: { message: expect.stringContaining(path) },
      });
      expect((await lstat(path)).isDirectory()).toBe(true);
      await rm(path, { recursive: true });
    }
    await store.publish(1, ref);
    expect(await store.read(1, ref)).toEqual(NEW);
    expect(await readFile(path)).toEqual(Buffer.from(NEW));
    expect((await readdir(dir)).sort()).toEqual(['1.json', ...FOLDERS]);
    expect(await readFile(outside)).toEqual(Buffer.from(OLD));
  });

  it('does not hide staged content, is not read, and is reported', async () => {
    const { store, old, path, problems } = await scene(plant);
    const ref = await store.stage(NEW, null);
    expect(await store.read(1, ref)).toEqual(NEW);
    expect(problems).toEqual([expect.stringContaining(`${path} is ${what}`)]);
    expect(await store.read(1, old)).toBeNull();
    expect(problems).toHaveLength(2);
  });

  it('does not block a deletion', async () => {
    const { dir, store, old, outside } = await scene(plant);
    await store.delete(1, old, 'records');
    expect(await readdir(join(dir, 'staging'))).toEqual([]);
    expect((await readdir(dir)).filter((name) => name !== 'lost+found').sort()).toEqual(FOLDERS);
    expect(await readFile(outside)).toEqual(Buffer.from(OLD));
  });
});

describe('a foreign file in the place of content', () => {
  it.skipIf(process.getuid?.() !== 0)('is not read when it is a device (needs the right to make one)', async () => {
    const { store, old, path, problems } = await scene(async (at) => execFileSync('mknod', [at, 'c', '1', '5']));
    expect(await store.read(1, old)).toBeNull();
    expect(problems).toEqual([expect.stringContaining(`${path} is a device`)]);
    const ref = await store.stage(NEW, null);
    await store.publish(1, ref);
    expect(await store.read(1, ref)).toEqual(NEW);
  });

  it('is accepted by its digest when it has a second name; a replacement does not change the second name', async () => {
    const { dir, store, old, outside, problems } = await scene((path, other) => link(other, path));
    expect(await store.read(1, old)).toEqual(OLD);
    await writeFile(outside, 'other');
    expect(await store.read(1, old)).toBeNull();
    const ref = await store.stage(NEW, null);
    await store.publish(1, ref);
    expect(await store.read(1, ref)).toEqual(NEW);
    expect(await readFile(outside, 'utf8')).toBe('other');
    expect((await readdir(dir)).sort()).toEqual(['1.json', ...FOLDERS]);
    expect(problems).toEqual([]);
  });
});

describe('staged content', () => {
  it('is reported by a reader of the folder when it has more than 16 MiB', async () => {
    const { dir, store } = await scratchStore();
    const ref = await store.stage(contentOf(3), null);
    await store.publish(1, ref);
    const reader = await openContentReader(dir);
    const foreign = async (): Promise<boolean[]> => {
      const found: boolean[] = [];
      for await (const file of reader.list()) found.push(file.foreign !== null);
      return found;
    };
    expect(await foreign()).toEqual([false]);
    await truncate(reader.locate(1, ref), 16 * 1_024 * 1_024 + 1);
    expect(await foreign()).toEqual([true]);
    expect(await reader.read(1, ref)).toBeNull();
  });

  it('is refused when it is larger than the limit of reads', async () => {
    const { dir } = await scratchStore();
    const store = await openFileStore(dir, { maxBytes: 1_000 });
    await expect(store.stage(contentOf(1_001), null)).rejects.toBeInstanceOf(RangeError);
    const ref = await store.stage(contentOf(1_000), null);
    await store.publish(1, ref);
    expect(await store.read(1, ref)).toEqual(contentOf(1_000));
    expect(await readdir(join(dir, 'staging'))).toEqual([]);
  });
});

it.each<[what: string, plant: Plant]>([
  ['a symbolic link to a folder', (path, outside) => symlink(outside, path)],
  ['a file', (path) => writeFile(path, '')],
])('%s in the place of lost+found gets nothing that is moved aside, and the content stays', async (_what, plant) => {
  const [dir, outside] = [scratchFolder(), scratchFolder()];
  const store = await openFileStore(dir);
  const ref = await store.stage(OLD, null);
  await store.publish(1, ref);
  await plant(join(dir, 'lost+found'), outside);
  await expect(moveContentAside(dir, [])).rejects.toThrow(UnavailableError);
  await expect(keepAside(dir, '1.json', NEW)).rejects.toThrow(UnavailableError);
  expect(await readdir(outside)).toEqual([]);
  expect(await store.read(1, ref)).toEqual(OLD);
});
