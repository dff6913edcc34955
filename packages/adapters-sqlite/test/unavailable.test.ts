import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { UnavailableError } from '@algotheque/domain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../src/index.ts';
import { migrate } from '../src/schema/migrate.ts';
import { SqliteUserRepository } from '../src/users/userRepository.ts';
import { connectionTo } from './support/connectionTo.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';

const FILL_UP = fileURLToPath(new URL('./children/fillUp.ts', import.meta.url));
const OTHER_USER_ID = 65_534;
const RULE = { limit: 1, windowMs: 1_000 };

/** Every method that writes, once. */
const writes = ({ users, algos, folders, sessionStore, limiter, deletions, portable }: SqliteStore) => ({
  'users.insert': () => users.insert(newUser()),
  'users.markVerified': () => users.markVerified(1),
  'users.update': () => users.update(1, 1, {}),
  'users.rehash': () => users.rehash(1, 'from', 'to'),
  'users.setConfirmationDue': () => users.setConfirmationDue(1, null),
  'users.endNoticeDue': () => users.endNoticeDue(1, 1),
  'users.markDeleted': () => users.markDeleted(1),
  'users.delete': () => users.delete(1),
  'algos.nextId': () => algos.nextId(),
  'algos.insert': () => algos.insert({ ...newAlgo(1), id: 1 }),
  'algos.compareAndSet': () => algos.compareAndSet(1, 1, {}),
  'algos.delete': () => algos.delete(1, 1),
  'algos.removeRights': () => algos.removeRights(1),
  'folders.insert': () => folders.insert({ nom: 'root', ownerId: 1, parentId: null }),
  'folders.deleteByOwner': () => folders.deleteByOwner(1),
  'sessionStore.insert': () => sessionStore.insert(newSession('digest')),
  'sessionStore.touch': () => sessionStore.touch('digest', { dateUtilisation: 1, dateExpiration: 1 }),
  'sessionStore.raiseVersion': () => sessionStore.raiseVersion('digest', 1),
  'sessionStore.delete': () => sessionStore.delete('digest'),
  'sessionStore.deleteByUser': () => sessionStore.deleteByUser(1),
  'sessionStore.deleteExpired': () => sessionStore.deleteExpired(1),
  'limiter.hit': () => limiter.hit('key', RULE, 1),
  'limiter.take': () => limiter.take('key', RULE, 1),
  'limiter.settle': () => limiter.settle('key', RULE, 'failed', 1),
  'limiter.clear': () => limiter.clear('key'),
  'limiter.remember': () => limiter.remember('key', 1),
  'limiter.deleteExpired': () => limiter.deleteExpired(1),
  'deletions.add': () => deletions.add({ userId: 1, date: 1 }),
  'deletions.remove': () => deletions.remove(1),
  'portable.beginImport': () => portable.beginImport('source'),
  'portable.importRows': () => portable.importRows('deletion', [{ userId: 1, date: 1 }]),
  'portable.endImport': () => portable.endImport(),
});

function openedStore(path: string, options: SqliteStoreOptions = {}): SqliteStore {
  const store = openSqliteStore(path, options);
  onTestFinished(() => store.close());
  return store;
}

/** A connection to the same file that closes with the test. */
function rawConnection(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  return db;
}

/** The refusal, whose cause names the file to an operator and has SQLite's own error beneath it. */
const unavailable = (path: string, code: unknown) => ({
  name: 'UnavailableError',
  reason: expect.stringMatching(`^The store file ${path} cannot be used now: .`),
  cause: expect.objectContaining({
    name: 'StoreFileError',
    message: expect.stringMatching(`^The store file ${path} cannot be used now: .`),
    cause: expect.objectContaining({ errcode: code }),
  }),
});

const refusal = (path: string, options: SqliteStoreOptions = {}): unknown => {
  try {
    return openSqliteStore(path, options);
  } catch (error) {
    return error;
  }
};

describe('while another process holds the write lock', () => {
  it('every write reports it and changes nothing, and reads work', async () => {
    const path = scratchPath();
    const store = openedStore(path, { busyTimeoutMs: 0 });
    const other = rawConnection(path);
    const user = await store.users.insert(newUser());
    other.exec('BEGIN IMMEDIATE');
    for (const [name, write] of Object.entries(writes(store))) {
      await expect(write(), name).rejects.toMatchObject(unavailable(path, 5));
    }
    expect(await store.users.findById(user.id)).toEqual(user);
    await store.users.health();
    other.exec('ROLLBACK');
    expect(await store.users.markVerified(user.id)).toBe(true);
  });

  it('opening the file reports it', async () => {
    const path = scratchPath();
    await openSqliteStore(path).close();
    const other = rawConnection(path);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    expect(refusal(path, { busyTimeoutMs: 0 })).toMatchObject(unavailable(path, 5));
  });
});

describe('a closed store', () => {
  it('rejects every write and health with a cause that names the file', async () => {
    const path = scratchPath();
    const store = openSqliteStore(path);
    await store.close();
    const cause = expect.objectContaining({ message: expect.stringContaining(path) });
    const calls = { ...writes(store), health: () => store.limiter.health() };
    for (const [name, call] of Object.entries(calls)) {
      await expect(call(), name).rejects.toMatchObject({ name: 'UnavailableError', cause });
    }
  });
});

describe('a full disk', () => {
  it('makes writes unavailable, keeps what was acknowledged, and allows reads', () => {
    const path = scratchPath();
    const argv = [process.execPath, '--conditions=@algotheque/source', FILL_UP, path];
    // Blocks of 512 or 1,024 bytes: a file ends at 1 or 2 MiB, with the error of a disk.
    const output = execFileSync('sh', ['-c', 'ulimit -f 2048 && exec "$@"', 'sh', ...argv], { encoding: 'utf8' });
    const report: { readonly unavailable: string; readonly acknowledged: number; readonly listed: number } =
      JSON.parse(output);
    expect(report.unavailable).toContain(path);
    expect(report.acknowledged).toBeGreaterThan(10);
    expect(report.listed).toBe(report.acknowledged);
  });

  it('allows writes again when there is room', async () => {
    const path = scratchPath();
    const connection = connectionTo(path);
    onTestFinished(() => connection.close());
    migrate(connection);
    const users = new SqliteUserRepository(connection, connection);
    const big = newUser({ mdpHash: 'x'.repeat(100_000) });
    connection.exec('PRAGMA max_page_count = 1');
    await expect(users.insert(big)).rejects.toMatchObject(unavailable(path, 13));
    connection.exec('PRAGMA max_page_count = 1000000');
    expect(await users.insert(big)).toMatchObject({ id: 1 });
  });

  it('makes writes unavailable also when it cannot be written', async () => {
    const path = scratchPath();
    const connection = connectionTo(path);
    onTestFinished(() => connection.close());
    migrate(connection);
    const users = new SqliteUserRepository(connection, connection);
    connection.exec('PRAGMA query_only = ON');
    await expect(users.insert(newUser())).rejects.toMatchObject(unavailable(path, 8));
    expect(await users.findById(1)).toBeNull();
  });
});

describe('a file that is replaced or removed while the store is open', () => {
  it('accepts no more writes, because they would be lost', async () => {
    const path = scratchPath();
    const store = openedStore(path);
    renameSync(path, `${path}.old`);
    await expect(store.users.insert(newUser())).rejects.toMatchObject({
      name: 'UnavailableError',
      cause: { message: expect.stringContaining('was removed or replaced') },
    });
    renameSync(`${path}.old`, path);
    expect(await store.users.insert(newUser())).toMatchObject({ id: 1 });
  });

  it('makes the store unhealthy', async () => {
    const path = scratchPath();
    const store = openedStore(path);
    await store.users.health();
    renameSync(path, `${path}.old`);
    await expect(store.users.health()).rejects.toThrow(UnavailableError);
    await openSqliteStore(path.replace('store.db', 'restored.db')).close();
    renameSync(path.replace('store.db', 'restored.db'), path);
    await expect(store.limiter.health()).rejects.toThrow(UnavailableError);
  });
});

describe('a file that the system cannot look at', () => {
  it('is unavailable for writes and for health, and not a bug', async () => {
    const path = scratchPath();
    const store = openedStore(path);
    renameSync(path, `${path}.old`);
    symlinkSync(path, path); // to itself: stat fails with ELOOP, as it does with EIO on a dead disk
    const loop = { name: 'UnavailableError', reason: expect.stringContaining('ELOOP') };
    for (const [name, write] of Object.entries(writes(store))) await expect(write(), name).rejects.toMatchObject(loop);
    await expect(store.users.health()).rejects.toMatchObject(loop);
    renameSync(`${path}.old`, path);
    expect(await store.users.insert(newUser())).toMatchObject({ id: 1 });
  });
});

describe('a folder or a file that this user may not write', () => {
  it('is reported when there is no file, and none is created', () => {
    const path = scratchPath();
    const problem = inLockedFolder(path, () => refusal(path));
    expect(problem).toMatchObject({ name: 'StoreFileError', path, message: expect.stringContaining('cannot be made') });
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it.each([0o444, 0o000])('is reported for an existing store, which is not changed: mode %o', async (mode) => {
    const path = scratchPath();
    await openSqliteStore(path).close();
    const before = readFileSync(path);
    chmodSync(path, mode);
    const problem = inLockedFolder(path, () => refusal(path));
    chmodSync(path, 0o600);
    expect(problem).toMatchObject(unavailable(path, expect.any(Number)));
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    await openSqliteStore(path).close();
  });
});

/** Works in the file's folder as a user who may not write there; root may everywhere, and is nobody meanwhile. */
function inLockedFolder<Value>(path: string, work: () => Value): Value {
  const isRoot = process.geteuid?.() === 0;
  chmodSync(dirname(path), 0o555);
  if (isRoot) process.seteuid?.(OTHER_USER_ID);
  try {
    return work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(dirname(path), 0o700);
  }
}
