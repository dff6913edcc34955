import { existsSync } from 'node:fs';
import { ContentMismatchError, type LockedContentFolder } from '@algotheque/domain';
import { memoryContentFolder } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { openSqliteStore, sqliteDriver } from '../src/index.ts';
import { newAlgo } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';

/** A database, and what happens when it is opened with a folder. */
function scene() {
  const path = scratchPath();
  const folder = (owner: string, fields: Partial<LockedContentFolder> = {}): LockedContentFolder => ({
    ...memoryContentFolder(owner).folder,
    ...fields,
  });
  const open = async (given: LockedContentFolder, importFrom?: string) => {
    const options = { folder: given, ...(importFrom !== undefined && { importing: { source: importFrom } }) };
    const store = await sqliteDriver.open(`sqlite:${path}`, options);
    await store.close();
    return 'opened';
  };
  const refused = async (given: LockedContentFolder, importFrom?: string) => {
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

  it('of which the database has an algorithm are matched also if no folder was recorded', async () => {
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
