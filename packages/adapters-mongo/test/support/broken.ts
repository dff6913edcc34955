import { DamagedError, type DamagedRecord } from '@algotheque/domain';
import { expect } from 'vitest';
import type { MongoStore } from '../../src/index.ts';
import { DIGEST, RULE, SECRET } from './edits.ts';
import type { Scratch } from './mongoFixture.ts';
import { dueOf, newAlgo, newGrant, newSession, newUser } from './samples.ts';
import { textOf } from './textOf.ts';

/** A store with a document of each kind. */
export async function filled({ open }: Scratch): Promise<{ readonly store: MongoStore; readonly ref: string }> {
  const store = await open();
  await store.users.insert(newUser({ due: [dueOf('notice', 1), dueOf('confirmation', 1)] }));
  const permsAlgorithme = [newGrant(2)];
  await store.algos.insert(newAlgo(await store.algos.nextId(), { permsAlgorithme }));
  await store.folders.compareAndSet(1, 0, { lastId: 1, folders: [{ id: 1, nom: 'root', parentId: null }] });
  await store.sessionStore.insert(newSession(DIGEST));
  await store.deletions.add({ userId: 7, date: 1 });
  await store.limiter.hit('key', RULE, Date.now());
  return { store, ref: await store.contentStore.stage(new TextEncoder().encode('{}'), null) };
}

/** The work rejects with an error that names the damaged record and field, and shows no value. */
export async function expectDamaged(work: Promise<unknown>, record: DamagedRecord): Promise<void> {
  const error: unknown = await work.catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(DamagedError);
  expect(error).toMatchObject({ ...record, id: String(record.id) });
  expect(textOf(error)).not.toContain(SECRET);
}
