import { describe, expect, it } from 'vitest';
import type { SqliteStore } from '../src/index.ts';
import { onRawFile } from './support/rawFile.ts';
import { newAlgo, newGrant } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

const COUNT = 6;
const RIGHTS = 1_000;
const UNREADABLE = "DROP TRIGGER accessOfUpdated; UPDATE algos SET permsAlgorithme = '[7]' WHERE id";

const UNREAD = { name: 'DamagedError', place: 'algos', field: 'permsAlgorithme' };

/** Algorithms 1 to 6 of user 1, each shared with users 2 to 1,001: 2 may read, all others may write. */
async function shared(): Promise<{ readonly path: string; readonly store: SqliteStore }> {
  const path = scratchPath();
  const store = openedStore(path);
  const permsAlgorithme = Array.from({ length: RIGHTS }, (_, at) => newGrant(at + 2, at === 0 ? 'Read' : 'ReadWrite'));
  for (let id = 1; id <= COUNT; id += 1) await store.algos.insert({ ...newAlgo(id), id, permsAlgorithme });
  return { path, store };
}

describe('a list', () => {
  it('reads no list of rights for a user it is shared with', async () => {
    const { path, store } = await shared();
    onRawFile(path, (db) => db.exec(`${UNREADABLE} > 0`));
    for (const by of [1, 2, 3]) {
      const { algos, next } = await store.algos.listAccessible({ by, seenBy: 2, limit: 100, maxBytes: 3_000 });
      expect([algos.map(({ droits }) => droits), next]).toEqual([Array(COUNT).fill('Read'), null]);
    }
    await expect(store.algos.listAccessible({ by: 1, seenBy: 1, limit: 1, maxBytes: 1 })).rejects.toMatchObject(UNREAD);
  });

  it('reads for an owner at most one list of rights more than its page has', async () => {
    const { path, store } = await shared();
    onRawFile(path, (db) => db.exec(`${UNREADABLE} > 3`));
    const page = await store.algos.listAccessible({ by: 1, seenBy: 1, limit: 100, maxBytes: 130_000 });
    expect([page.algos.map(({ id }) => id), page.next]).toEqual([[1, 2], 2]);
    const rest = store.algos.listAccessible({ by: 1, seenBy: 1, after: 1, limit: 100, maxBytes: 130_000 });
    await expect(rest).rejects.toMatchObject(UNREAD); // the fourth is unreadable
  });

  it('reads short and long lists of grants, and reports a damaged record once', async () => {
    const { path, store } = await shared();
    const few = [newGrant(2)];
    for (const id of [7, 8, 9]) await store.algos.insert({ ...newAlgo(id), id, permsAlgorithme: few });
    const bounds = { by: 1, seenBy: 1, limit: 100, maxBytes: 1_000_000 };
    const complete = await store.algos.listAccessible(bounds);
    expect(complete.algos.map(({ permsAlgorithme }) => permsAlgorithme?.length)).toEqual([
      ...Array(6).fill(RIGHTS),
      1,
      1,
      1,
    ]);
    const last = await store.algos.listAccessible({ ...bounds, after: 6 });
    expect(last.algos).toEqual(complete.algos.slice(6));

    onRawFile(path, (db) => db.exec(`${UNREADABLE} = 8`));
    const reported: unknown[] = [];
    const left = await store.algos.listAccessible({ ...bounds, after: 6 }, ({ id }) => reported.push(id));
    expect([left.algos.map(({ id }) => id), reported]).toEqual([[7, 9], ['8']]);
  });
});
