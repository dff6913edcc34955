import { type AlgoChanges, type DiskRoom, NO_DISK_ROOM, UnavailableError, type WriteKind } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import type { SqliteStore } from '../src/index.ts';
import { newAlgo } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore, writes } from './support/unavailable.ts';

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

type Write = keyof ReturnType<typeof writes>;

const GROWTH: readonly Write[] = [
  'users.insert',
  'algos.nextId',
  'algos.insert',
  'algos.compareAndSet',
  'bin.restore',
  'folders.compareAndSet',
];

const SESSION: readonly Write[] = [
  'users.change',
  'bin.add',
  'sessionStore.insert',
  'sessionStore.touch',
  'sessionStore.raiseVersion',
  'limiter.hit',
  'limiter.giveBack',
  'limiter.clear',
  'limiter.remember',
];

const REMOVAL: readonly Write[] = [
  'dueWork.end',
  'dueWork.end of a withdrawal',
  'deletions.add',
  'users.markDeleted',
  'sessionStore.delete',
  'sessionStore.deleteByUser',
  'sessionStore.deleteExpired',
  'algos.delete',
  'bin.remove',
  'bin.dropRights',
  'folders.deleteByOwner',
  'users.delete',
  'deletions.remove',
  'limiter.deleteExpired',
];

describe('when the disk is nearly full', () => {
  it.each([
    [[], GROWTH],
    [['removal'], GROWTH],
    [['session', 'removal'], GROWTH],
    [['removal'], SESSION],
  ] as const)('with %j allowed, other writes are refused: case %#', async (kinds, names) => {
    const written = writes(storeTaking(...kinds));
    for (const name of names) {
      await expect(written[name](), name).rejects.toMatchObject({ name: 'UnavailableError', reason: 'nearly full' });
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
  ] as const)('with %j allowed, those writes are made: case %#', async (kinds, names) => {
    const written = writes(storeTaking(...kinds));
    for (const name of names) await written[name]();
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
      { nom: 'Sort', permsAlgorithme: [] },
      { waiting: [share, share] },
      { permsAlgorithme: [], waiting: [long] },
      { ref: 'other', contentBytes: 2, waiting: [] },
    ]) {
      const { change } = await shared();
      await expect(change(changes)).rejects.toMatchObject({ reason: 'nearly full' });
    }
  });
});
