import { existsSync } from 'node:fs';
import { type ContentFolder, ContentMismatchError, type SeparateContentStore } from '@algotheque/domain';
import { memoryContentFolder } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { openSqliteStore, sqliteDriver } from '../src/index.ts';
import { newAlgo } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';

/** A database, and what happens when it is opened with a folder. */
function scene() {
  const path = scratchPath();
  const folder = (owner: string, fields: Partial<ContentFolder> = {}): ContentFolder => ({
    ...memoryContentFolder(owner).folder,
    ...fields,
  });
  const open = async (given: ContentFolder, importFrom?: string) => {
    const options = { folder: given, ...(importFrom !== undefined && { importing: { source: importFrom } }) };
    const store = await sqliteDriver.open(`sqlite:${path}`, options);
    await store.close();
    return 'opened';
  };
  const refused = async (given: ContentFolder, importFrom?: string) => {
    const problem = await open(given, importFrom).catch((error: unknown) => error);
    if (problem instanceof ContentMismatchError) return problem;
    throw new Error(`It was not refused: ${problem}`);
  };
  /** Works on the store without a folder. */
  const directly = async (work: (store: ReturnType<typeof openSqliteStore>) => Promise<unknown>) => {
    const store = openSqliteStore(path);
    await work(store);
    await store.close();
  };
  const insert = () => directly(async ({ algos }) => algos.insert({ ...newAlgo(1), id: await algos.nextId() }));
  return { path, folder, open, refused, directly, insert };
}

describe('a database and the folder of its content', () => {
  it('belong together from the first opening on', async () => {
    const { folder, open, refused, insert } = scene();
    expect(await open(folder('a'))).toBe('opened');
    await insert();
    expect(await open(folder('a', { holdsContent: true }))).toBe('opened');
    const mixed = await refused(folder('b'));
    expect(mixed).toMatchObject({ isMovable: true, owner: 'a', message: expect.stringContaining('has owner-id b') });
    const without = await refused(folder('b', { findOwner: () => null }));
    expect(without.message).toContain('has no owner-id');
  });

  it('of which the database has an algorithm are matched also if an earlier release recorded no folder', async () => {
    const { folder, open, refused, insert } = scene();
    await insert();
    expect(await open(folder('a', { holdsContent: true }))).toBe('opened');
    expect((await refused(folder('b'))).owner).toBe('a');
  });

  it('are matched anew while neither has anything to lose', async () => {
    const { folder, open, refused, insert } = scene();
    await open(folder('a'));
    expect((await refused(folder('b', { holdsContent: true }))).owner).toBe('a');
    expect(await open(folder('b'))).toBe('opened');
    await insert();
    expect((await refused(folder('a'))).owner).toBe('b');
  });

  it('are refused when the folder has content and there is no database, and none is made', async () => {
    const { path, folder, refused } = scene();
    const problem = await refused(folder('a', { holdsContent: true }));
    expect(problem).toMatchObject({
      isMovable: true,
      owner: null,
      message: expect.stringContaining('absent or empty'),
    });
    expect(existsSync(path)).toBe(false);
  });

  it('are refused when the folder has content and the database never had an algorithm; one that was deleted is enough', async () => {
    const { folder, open, refused, directly, insert } = scene();
    await directly(async () => {});
    const held = folder('a', { holdsContent: true });
    expect((await refused(held)).message).toContain('has never had an algorithm');
    await insert();
    await directly(({ algos }) => algos.delete(1, null));
    expect(await open(held)).toBe('opened');
  });

  it('of an import are recorded by it, in an empty store', async () => {
    const { folder, open, refused, insert } = scene();
    expect(await open(folder('a'), 'a backup')).toBe('opened');
    expect(await open(folder('b'), 'a backup')).toBe('opened');
    await expect(insert()).rejects.toThrow('unfinished import');
    await expect(refused(folder('b'))).rejects.toThrow('unfinished import');
  });
});

it('what an older release has left in staging is finished: what a record names is moved to its file, all else is removed', async () => {
  const { path, folder, directly } = scene();
  const { folder: memory } = memoryContentFolder('a');
  const files = await memory.openFiles();
  const content = new TextEncoder().encode('[1]');
  const [named, written] = [files.newRef(content), files.newRef(new TextEncoder().encode('[2]'))];
  await directly(async ({ algos }) => {
    await algos.insert({ ...newAlgo(1), id: 1, ref: named });
    await algos.insert({ ...newAlgo(2), id: 2, ref: written });
  });
  const bytes = new TextEncoder().encode('[2]');
  await files.apply([{ id: 2, content: { ref: written, bytes, isNew: true } }]);
  const calls: unknown[] = [];
  const noting =
    (name: string) =>
    async (...given: readonly unknown[]) =>
      void calls.push([name, ...given]);
  const staged: SeparateContentStore = {
    ...(await memory.openStore()),
    publish: noting('publish'),
    discard: noting('discard'),
    withdraw: noting('withdraw'),
    delete: noting('delete'),
    pending: async () => [
      ...[named, written, 'of no record'].map((ref) => ({ kind: 'staged', ref }) as const),
      ...[1, 7].map((id) => ({ kind: 'deleting', id }) as const),
    ],
  };
  const own = folder('a', { holdsContent: true, openFiles: async () => files, openStore: async () => staged });
  const store = await sqliteDriver.open(`sqlite:${path}`, { folder: own });
  await store.openContent();
  await store.close();
  expect(calls).toEqual([
    ['publish', 1, named],
    ['discard', written],
    ['discard', 'of no record'],
    ['withdraw', 1, named],
    ['delete', 7, null],
  ]);
});
