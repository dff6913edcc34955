import { type AlgoChanges, type DiskRoom, NO_DISK_ROOM, UnavailableError, type WriteKind } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import type { SqliteStore } from '../src/index.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

const RULE = { limit: 5, windowMs: 1_000 };

/** A store on a disk that accepts only writes of these kinds, once it is full. */
function storeOnDisk(...kinds: readonly WriteKind[]) {
  let isFull = false;
  const room: DiskRoom = {
    ...NO_DISK_ROOM,
    requireRoom(kind) {
      if (isFull && !kinds.includes(kind)) throw new UnavailableError({ reason: 'nearly full', isDecided: true });
    },
  };
  const store = openedStore(scratchPath(), { room });
  const fill = (): void => {
    isFull = true;
  };
  return { store, fill };
}

/** The same, full from its start. */
function storeTaking(...kinds: readonly WriteKind[]): SqliteStore {
  const { store, fill } = storeOnDisk(...kinds);
  fill();
  return store;
}

const GROWTH = ({ users, algos, bin, folders }: SqliteStore) => [
  () => users.insert(newUser()),
  () => algos.nextId(),
  () => algos.insert({ ...newAlgo(1), id: 1 }),
  () => algos.compareAndSet(1, 1, {}),
  () => algos.compareAndSet(1, 1, { nom: 'Sort', permsAlgorithme: [] }),
  () => bin.restore(1, 1, { permsAlgorithme: [], places: [] }),
  () => folders.compareAndSet(1, 0, { lastId: 1, folders: [{ id: 1, nom: 'root', parentId: null }] }),
];

const SESSION = ({ users, bin, sessionStore, limiter }: SqliteStore) => [
  () => users.markVerified(1),
  () => users.update(1, 1, {}),
  () => users.rehash(1, 'from', 'to'),
  () => bin.add(1, 1, 1),
  () => sessionStore.insert(newSession('digest')),
  () => sessionStore.touch('digest', { dateUtilisation: 1, dateExpiration: 1 }),
  () => sessionStore.raiseVersion('digest', 1),
  () => limiter.hit('key', RULE, 1),
  () => limiter.take('key', RULE, 1),
  () => limiter.recordOutcome('key', RULE, 'failed', 1),
  () => limiter.clear('key'),
  () => limiter.remember('key', 1),
];

const REMOVAL = ({ users, outbox, algos, bin, folders, sessionStore, limiter, deletions }: SqliteStore) => [
  () => outbox.end(1, { kind: 'notice', version: 1 }),
  () => outbox.end(1, { kind: 'withdrawal', version: 1 }),
  () => deletions.add({ userId: 1, date: 1 }),
  () => users.markDeleted(1),
  () => sessionStore.delete('digest'),
  () => sessionStore.deleteByUser(1),
  () => sessionStore.deleteExpired(1),
  () => algos.delete(1, 1),
  () => algos.removeRights(1),
  () => bin.remove({ id: 1, version: 1 }),
  () => bin.dropRights(1),
  () => folders.deleteByOwner(1),
  () => users.delete(1),
  () => deletions.remove(1),
  () => limiter.deleteExpired(1),
];

describe('when the disk is nearly full', () => {
  it.each([
    [[], GROWTH],
    [['removal'], GROWTH],
    [['session', 'removal'], GROWTH],
    [['removal'], SESSION],
  ] as const)('with %j allowed, other writes are refused: case %#', async (kinds, writes) => {
    for (const write of writes(storeTaking(...kinds))) {
      await expect(write()).rejects.toMatchObject({ name: 'UnavailableError', reason: 'nearly full' });
    }
  });

  it.each([[], ['removal'], ['session', 'removal']] as const)(
    'with %j allowed, it is not healthy',
    async (...kinds) => {
      const { users } = storeTaking(...kinds);
      await expect(users.health()).rejects.toMatchObject({ name: 'UnavailableError', reason: 'nearly full' });
    },
  );

  it.each([
    [['session', 'removal'], SESSION],
    [['removal'], REMOVAL],
  ] as const)('with %j allowed, those writes are made: case %#', async (kinds, writes) => {
    for (const write of writes(storeTaking(...kinds))) await write();
  });
});

describe('the rights of a record', () => {
  const grant = { idUtilisateur: 2, droits: 'Read', date: 1 } as const;
  const share = {
    adresseMail: 'é@example.org',
    droits: 'Read',
    date: 1,
    dateExpiration: 9,
    locale: 'en',
    isMailDue: false,
  } as const;

  /** The record has a right, and one waits. */
  async function shared() {
    const { store, fill } = storeOnDisk('removal');
    const id = await store.algos.nextId();
    await store.algos.insert({ ...newAlgo(1), id, permsAlgorithme: [grant], waiting: [share] });
    fill();
    return { id, change: (changes: AlgoChanges) => store.algos.compareAndSet(id, 1, changes) };
  }

  it('are withdrawn on a full disk, and what waits is given or ended', async () => {
    const given = { permsAlgorithme: [grant, { ...grant, idUtilisateur: 3, isMailDue: true as const }], waiting: [] };
    for (const changes of [{ permsAlgorithme: [], dateModification: 9 }, { waiting: [] }, given]) {
      const { change } = await shared();
      expect(await change(changes)).toMatchObject(changes);
    }
  });

  it('are not given on a full disk', async () => {
    const long = { ...share, adresseMail: 'è@example.org'.padStart(90, 'é') };
    for (const changes of [
      { permsAlgorithme: [grant, { ...grant, idUtilisateur: 3 }] },
      { waiting: [share, share] },
      { permsAlgorithme: [], waiting: [long] },
      { ref: 'other', contentBytes: 2, waiting: [] },
    ]) {
      const { change } = await shared();
      await expect(change(changes)).rejects.toMatchObject({ reason: 'nearly full' });
    }
  });
});
