import { readFileSync } from 'node:fs';
import { FRESH_USER, KeyTakenError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { openSqliteStore, StoreImportingError } from '../src/index.ts';
import { newAlgo, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

const SOURCE = 'mongodb://host/algotheque';
const user = { ...newUser(), ...FRESH_USER, id: 5, deleted: false };

it('a store that an import has marked is refused with source and date, and not changed, until the import has ended', async () => {
  const path = scratchPath();
  const store = openSqliteStore(path, { now: () => Date.UTC(2026, 4, 6) });
  await store.portable.beginImport({ source: SOURCE });
  await store.close();
  const before = readFileSync(path);
  expect(() => openSqliteStore(path)).toThrow(StoreImportingError);
  expect(() => openSqliteStore(path)).toThrow(`${path} holds an unfinished import of ${SOURCE}, begun 2026-05-06`);
  expect(readFileSync(path).equals(before)).toBe(true);

  const importing = openSqliteStore(path, { importing: true });
  await importing.portable.endImport();
  await importing.close();
  await openSqliteStore(path).close();
});

describe('an import', () => {
  it('imports a batch as a whole or not at all', async () => {
    const store = openedStore(scratchPath());
    await store.portable.beginImport({ source: SOURCE });
    const sameAddress = { ...user, id: 6 };
    await expect(store.portable.importRows('user', [user, sameAddress])).rejects.toBeInstanceOf(KeyTakenError);
    expect(await store.users.findById(5)).toBeNull();
  });

  it('never replaces another row with the same e-mail or reference', async () => {
    const store = openedStore(scratchPath());
    await store.portable.importRows('user', [user]);
    await expect(store.portable.importRows('user', [{ ...user, id: 6 }])).rejects.toBeInstanceOf(KeyTakenError);
    const algo = { ...newAlgo(1), id: 5, version: 3 };
    await store.portable.importRows('algo', [algo]);
    await expect(store.portable.importRows('algo', [{ ...algo, id: 6 }])).rejects.toBeInstanceOf(KeyTakenError);
    expect(await store.users.findById(5)).toMatchObject({ id: 5 });
    expect(await store.algos.findById(5)).toEqual(algo);
  });

  it('gives no imported id again, although the last id was not imported', async () => {
    const store = openedStore(scratchPath());
    const given = await store.algos.nextId();
    const algo = { ...newAlgo(1), id: given + 4, version: 1 };
    await store.portable.importRows('algo', [algo]);
    await store.portable.importRows('user', [user]);
    expect(await store.algos.nextId()).toBeGreaterThan(algo.id);
    expect((await store.users.insert(newUser({ adresseMail: 'other@example.org' }))).id).toBeGreaterThan(user.id);
  });

  it('never lowers a last id', async () => {
    const store = openedStore(scratchPath());
    const highest = [
      { of: 'algo', id: 50 },
      { of: 'user', id: 70 },
    ] as const;
    await store.portable.importRows('lastId', highest);
    const lower = highest.map(({ of }) => ({ of, id: 1 }));
    await store.portable.importRows('lastId', lower);
    const batches = [];
    for await (const batch of store.portable.exportRows('lastId')) batches.push(...batch);
    expect(batches).toEqual(highest);
  });
});
