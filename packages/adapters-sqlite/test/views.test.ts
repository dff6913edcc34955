import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PortableKind, StoreView } from '@algotheque/domain';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { openSqliteReader } from '../src/openSqliteReader.ts';
import { onRawFile } from './support/rawFile.ts';
import { newAlgo, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';

const KINDS: readonly PortableKind[] = ['user', 'session', 'algo', 'former', 'deleted', 'folder', 'deletion', 'lastId'];

/** A store that a server writes to, and views of it. */
function opened() {
  const path = scratchPath();
  const store = openSqliteStore(path, { busyTimeoutMs: 20 });
  const views = openSqliteReader(path);
  onTestFinished(() => store.close());
  onTestFinished(() => views.close());
  return { path, store, views };
}

/** The number of rows of each kind. */
async function sizesOf(view: StoreView): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const kind of KINDS) {
    sizes[kind] = 0;
    for await (const batch of view.exportRows(kind, fail)) sizes[kind] += batch.length;
  }
  return sizes;
}

function fail(problem: unknown): never {
  throw problem;
}

it('a view is of its moment, whatever is written after it, and the present is not', async () => {
  const { store, views } = opened();
  await store.users.insert(newUser());
  for (let number = 1; number <= 1_001; number += 1) await store.algos.insert({ ...newAlgo(number), id: number });
  const view = await views.take();
  const others = { session: 0, former: 0, deleted: 0, folder: 0, deletion: 0 };
  const before = { user: 1, algo: 1_001, lastId: 1, ...others };
  expect(await sizesOf(view)).toEqual(before);
  await store.bin.add(1, 1, 1);
  await store.algos.insert({ ...newAlgo(2_000), id: 2_000 });
  await store.algos.insert({ ...newAlgo(2_001), id: 2_001 });
  expect(await sizesOf(view)).toEqual(before);
  expect(await view.find(1)).toMatchObject({ ref: 'ref-1' });
  expect(await views.present.find(1)).toMatchObject({ ref: 'ref-1', dateSuppression: 1 });
  expect(await views.present.find(9_999)).toBeNull();
  expect(await sizesOf(views.present)).toMatchObject({ algo: 1_002, deleted: 1 });
  await view.end();
  await view.end();
  const next = await views.take();
  expect(await sizesOf(next)).toMatchObject({ algo: 1_002 });
  await next.end();
});

it('damaged rows are reported and left out', async () => {
  const { path, store, views } = opened();
  await store.users.insert(newUser());
  await store.users.insert(newUser({ adresseMail: 'grace@example.org' }));
  onRawFile(path, (db) => db.exec("UPDATE users SET pseudo = '' WHERE id = 1; UPDATE algoIds SET last = 5"));
  const damaged: string[] = [];
  const rows: unknown[] = [];
  for await (const batch of views.present.exportRows('user', ({ message }) => void damaged.push(message)))
    rows.push(...batch);
  expect(rows).toMatchObject([{ id: 2 }]);
  expect(damaged).toEqual([expect.stringContaining('users, 1, pseudo')]);
});

it('views make no store, and no file', () => {
  const path = scratchPath();
  expect(() => openSqliteReader(path)).toThrow('is absent or empty');
  expect(readdirSync(dirname(path))).toEqual([]);
});
