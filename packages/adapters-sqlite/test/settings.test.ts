import { chmodSync, readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { modeOf } from '../../../test/support/modeOf.ts';
import { openSqliteStore, type SqliteStore } from '../src/index.ts';
import { connectionTo } from './support/connectionTo.ts';
import { onRawFile } from './support/rawFile.ts';
import { newAlgo, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

describe('a connection', () => {
  it('has these settings in effect', () => {
    const connection = connectionTo(scratchPath(), { busyTimeoutMs: 4_321 });
    const pragma = (name: string) => Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('busy_timeout')).toBe(4_321);
    expect(pragma('secure_delete')).toBe(1);
    expect(pragma('temp_store')).toBe(2);
    expect(pragma('cache_size')).toBe(-8_192);
    expect(pragma('journal_size_limit')).toBe(64 * 1_024 * 1_024);
    connection.close();
  });

  it('rolls back work that throws half-way, and continues', () => {
    const connection = connectionTo(scratchPath());
    connection.exec('CREATE TABLE t (a INTEGER) STRICT');
    const problem = new Error('half-way');
    const half = () =>
      connection.write(() => {
        connection.exec('INSERT INTO t VALUES (1)');
        throw problem;
      });
    expect(half).toThrow(problem);
    connection.write(() => connection.exec('INSERT INTO t VALUES (2)'));
    expect(connection.prepare('SELECT a FROM t').all()).toEqual([{ a: 2 }]);
    connection.close();
  });
});

describe('a store', () => {
  it('waits for the disk when it writes records, and not when it writes counters', async () => {
    const used = watchTransactions();
    const store = openedStore(scratchPath());
    used.splice(0);
    await writeRecords(store);
    expect(new Set(used.splice(0))).toEqual(new Set(['BEGIN IMMEDIATE at 2']));
    await store.limiter.hit('key', { limit: 1, windowMs: 1 }, 0);
    await store.limiter.remember('key', 1);
    await store.algos.nextId(); // the record that has it makes it durable
    expect(new Set(used.splice(0))).toEqual(new Set(['BEGIN IMMEDIATE at 1']));
    await store.folders.compareAndSet(2, 0, { lastId: 1, folders: [] });
    expect(used).toEqual(['BEGIN IMMEDIATE at 2']);
  });

  it('waits for the disk again after a write that did not, and that failed', () => {
    const connection = connectionTo(scratchPath());
    connection.exec('CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT');
    const used = watchTransactions();
    const insert = () => connection.exec('INSERT INTO t VALUES (1)');
    connection.writeUnsynced(insert);
    expect(() => connection.writeUnsynced(insert)).toThrow('UNIQUE');
    connection.write(() => connection.exec('INSERT INTO t VALUES (2)'));
    expect(used).toEqual(['BEGIN IMMEDIATE at 1', 'BEGIN IMMEDIATE at 1', 'BEGIN IMMEDIATE at 2']);
  });

  it('waits for other writers for three seconds or more', () => {
    const opened = vi.spyOn(DatabaseSync.prototype, 'exec');
    onTestFinished(() => opened.mockRestore());
    const store = openSqliteStore(scratchPath());
    const timeouts = opened.mock.contexts
      .filter((db) => db instanceof DatabaseSync)
      .filter((db) => db.isOpen)
      .map((db) => db.prepare('PRAGMA busy_timeout').get()?.['timeout']);
    expect(timeouts.length).toBeGreaterThan(0);
    for (const timeout of timeouts) expect(timeout).toBeGreaterThanOrEqual(3_000);
    return store.close();
  });

  it('keeps the mode of an existing file', async () => {
    const path = scratchPath();
    await openSqliteStore(path).close();
    chmodSync(path, 0o640);
    await openSqliteStore(path).close();
    expect(modeOf(path)).toBe(0o640);
  });

  it('marks its file, and has strict tables only', async () => {
    const path = scratchPath();
    await openSqliteStore(path).close();
    expect(readFileSync(path).toString('latin1', 68, 72)).toBe('ALGO');
    const tables = onRawFile(path, (db) =>
      db
        .prepare(
          "SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
        )
        .all(),
    );
    expect(tables.length).toBeGreaterThan(8);
    expect(tables.filter(({ strict }) => strict !== 1)).toEqual([]);
  });

  it('leaves one file when it is closed, and can be closed twice', async () => {
    const path = scratchPath();
    const store = openSqliteStore(path);
    await writeRecords(store);
    expect(store.path).toBe(path);
    await store.close();
    await store.close();
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('overwrites what it deletes', async () => {
    const path = scratchPath();
    const store = openSqliteStore(path);
    const { id } = await store.users.insert(newUser({ adresseMail: 'goldfinger@example.org' }));
    await store.limiter.hit('login:goldfinger@example.org', { limit: 1, windowMs: 1 }, 0);
    await store.limiter.remember('known:goldfinger@example.org', 1);
    await store.users.delete(id);
    await store.close();
    expect(readFileSync(path).includes('goldfinger')).toBe(false);
  });
});

async function writeRecords({ users, algos, folders, sessionStore, deletions }: SqliteStore, id = 1): Promise<void> {
  const user = await users.insert(newUser());
  await users.change(user.id, (now) => ({ ...now, mdpHash: 'other' }));
  const algo = await algos.insert({ ...newAlgo(1), id });
  await algos.compareAndSet(algo.id, 1, { nom: 'other' });
  await folders.compareAndSet(user.id, 0, { lastId: 1, folders: [{ id: 1, nom: 'root', parentId: null }] });
  await sessionStore.deleteByUser(user.id);
  await deletions.add({ userId: user.id, date: 1 });
}

/** Records each transaction that begins, and the `synchronous` level of its connection. */
function watchTransactions(): string[] {
  const begun: string[] = [];
  const exec = DatabaseSync.prototype.exec;
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql.startsWith('BEGIN')) begun.push(`${sql} at ${this.prepare('PRAGMA synchronous').get()?.['synchronous']}`);
    exec.call(this, sql);
  });
  onTestFinished(() => spy.mockRestore());
  return begun;
}
