import { expect, onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../../src/index.ts';
import { newAlgo, newSession, newUser } from './samples.ts';

const RULE = { limit: 1, windowMs: 1_000 };

const { permsAlgorithme: _perms, places: _places, waiting: _waiting, ...FIELDS } = newAlgo(1);
const FORMER = { ...FIELDS, id: 1, version: 1, dateExpiration: 9 };
const RESTORATION = { permsAlgorithme: [], places: [] };

/** Every method that writes, once. */
export const writes = ({
  users,
  dueWork,
  algos,
  history,
  bin,
  folders,
  sessionStore,
  limiter,
  deletions,
  portable,
}: SqliteStore) => ({
  'users.insert': () => users.insert(newUser()),
  'users.change': () => users.change(1, (user) => user),
  'dueWork.end': () => dueWork.end(1, { kind: 'notice', version: 1 }),
  'dueWork.end of a withdrawal': () => dueWork.end(1, { kind: 'withdrawal', version: 1 }),
  'users.markDeleted': () => users.markDeleted(1),
  'users.delete': () => users.delete(1),
  'algos.nextId': () => algos.nextId(),
  'algos.insert': () => algos.insert({ ...newAlgo(1), id: 1 }),
  'algos.compareAndSet': () => algos.compareAndSet(1, 1, {}),
  'algos.delete': () => algos.delete(1, 1),
  'history.put': () => history.put(FORMER),
  'history.prolong': () => history.prolong(FORMER, 9),
  'history.remove': () => history.remove([FORMER]),
  'bin.add': () => bin.add(1, 1, 1),
  'bin.restore': () => bin.restore(1, 1, RESTORATION),
  'bin.remove': () => bin.remove({ id: 1, version: 1 }),
  'bin.dropRights': () => bin.dropRights(1),
  'folders.compareAndSet': () => folders.compareAndSet(1, 0, { lastId: 0, folders: [] }),
  'folders.deleteByOwner': () => folders.deleteByOwner(1),
  'sessionStore.insert': () => sessionStore.insert(newSession('digest')),
  'sessionStore.touch': () => sessionStore.touch('digest', { dateUtilisation: 1, dateExpiration: 1 }),
  'sessionStore.raiseVersion': () => sessionStore.raiseVersion('digest', 1),
  'sessionStore.delete': () => sessionStore.delete('digest'),
  'sessionStore.deleteByUser': () => sessionStore.deleteByUser(1),
  'sessionStore.deleteExpired': () => sessionStore.deleteExpired(1),
  'limiter.hit': () => limiter.hit('key', RULE, 1),
  'limiter.giveBack': () => limiter.giveBack('key', 1),
  'limiter.clear': () => limiter.clear('key'),
  'limiter.remember': () => limiter.remember('key', 1),
  'limiter.deleteExpired': () => limiter.deleteExpired(1),
  'deletions.add': () => deletions.add({ userId: 1, date: 1 }),
  'deletions.remove': () => deletions.remove(1),
  'portable.beginImport': () => portable.beginImport({ source: 'source' }),
  'portable.importRows': () => portable.importRows('deletion', [{ userId: 1, date: 1 }]),
  'portable.endImport': () => portable.endImport(),
});

/** A store that closes with the test. */
export function openedStore(path: string, options: SqliteStoreOptions = {}): SqliteStore {
  const store = openSqliteStore(path, options);
  onTestFinished(() => store.close());
  return store;
}

/** The error of the port. Its cause names the file, and the cause of that is SQLite's own error. */
export const unavailable = (path: string, code: unknown) => ({
  name: 'UnavailableError',
  reason: expect.stringMatching(`^The store file ${path} cannot be used now: .`),
  cause: expect.objectContaining({
    name: 'StoreFileError',
    message: expect.stringMatching(`^The store file ${path} cannot be used now: .`),
    cause: expect.objectContaining({ errcode: code }),
  }),
});

export const refusal = (path: string, options: SqliteStoreOptions = {}): unknown => {
  try {
    return openSqliteStore(path, options);
  } catch (error) {
    return error;
  }
};
