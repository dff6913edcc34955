import { copyFileSync, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore, SchemaTooNewError } from '../src/index.ts';
import { MIGRATIONS, migrate, TABLES } from '../src/schema/migrations.ts';
import { connectionTo } from './support/connectionTo.ts';
import { onRawFile } from './support/rawFile.ts';
import { scratchPath } from './support/scratch.ts';

const FIRST = 'CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (1)';
const SECOND = 'ALTER TABLE t ADD COLUMN b INTEGER; UPDATE t SET b = a + 1';
const THIRD = 'UPDATE t SET b = b * 10';
const BROKEN = 'UPDATE t SET b = 0; UPDATE absent SET b = 0';

const rows = (path: string) => onRawFile(path, (db) => db.prepare('SELECT * FROM t').all());
const version = (path: string) => onRawFile(path, (db) => db.prepare('PRAGMA user_version').get()?.['user_version']);

describe('migrations', () => {
  it('run in order, each once, from any version', () => {
    const path = scratchPath();
    migrate(connectionTo(path), [FIRST]);
    expect([version(path), rows(path)]).toEqual([1, [{ a: 1 }]]);
    migrate(connectionTo(path), [FIRST, SECOND]);
    migrate(connectionTo(path), [FIRST, SECOND]);
    expect([version(path), rows(path)]).toEqual([2, [{ a: 1, b: 2 }]]);
    migrate(connectionTo(path), [FIRST, SECOND, THIRD]);
    expect([version(path), rows(path)]).toEqual([3, [{ a: 1, b: 20 }]]);
    const fresh = scratchPath();
    migrate(connectionTo(fresh), [FIRST, SECOND, THIRD]);
    expect(rows(fresh)).toEqual(rows(path));
  });

  it('say from which version they came, and nothing of a new file or one that is up to date', () => {
    const path = scratchPath();
    expect(migrate(connectionTo(path), [FIRST])).toBeNull();
    expect(migrate(connectionTo(path), [FIRST])).toBeNull();
    expect(migrate(connectionTo(path), [FIRST, SECOND, THIRD])).toBe(1);
  });

  it('happen together or not at all', () => {
    const path = scratchPath();
    const connection = connectionTo(path);
    migrate(connection, [FIRST]);
    expect(() => migrate(connection, [FIRST, SECOND, BROKEN])).toThrow(/absent/);
    expect([version(path), rows(path)]).toEqual([1, [{ a: 1 }]]);
  });

  it('of a process that is killed at a step leave the version before, and the next start does them all', () => {
    const path = scratchPath();
    const connection = connectionTo(path);
    migrate(connection, [FIRST]);
    const found: string[] = [];
    // What is in the files at this moment is what a process that is killed now leaves.
    const killedAt = (step: number): void => {
      const copy = scratchPath();
      for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
      found.push(`${step}: version ${version(copy)}, ${JSON.stringify(rows(copy))}`);
      migrate(connectionTo(copy), [FIRST, SECOND, THIRD]);
      expect([version(copy), rows(copy)]).toEqual([3, [{ a: 1, b: 20 }]]);
    };
    let step = 0;
    const exec = connection.exec.bind(connection);
    connection.exec = (sql) => {
      exec(sql);
      step += 1;
      killedAt(step);
    };
    migrate(connection, [FIRST, SECOND, THIRD]);
    // BEGIN, the two steps, the version; and COMMIT.
    const before = [1, 2, 3, 4].map((each) => `${each}: version 1, [{"a":1}]`);
    expect(found).toEqual([...before, '5: version 3, [{"a":1,"b":20}]']);
  });

  it('never go back: a file of another version is refused, and the refusal says what to do', () => {
    const path = scratchPath();
    migrate(connectionTo(path), [FIRST, SECOND]);
    expect(() => migrate(connectionTo(path), [FIRST])).toThrow(SchemaTooNewError);
    expect(() => migrate(connectionTo(path), [FIRST])).toThrow('start the release that wrote it');
    expect(version(path)).toBe(2);
  });

  it('create the tables that are checked at opening', async () => {
    const path = scratchPath();
    await openSqliteStore(path).close();
    const tables = onRawFile(path, (db) =>
      db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_sequence'").all(),
    );
    expect(tables.map(({ name }) => name).toSorted()).toEqual(TABLES.toSorted());
    expect(version(path)).toBe(MIGRATIONS.length);
  });

  it('do not write to a store that is up to date', async () => {
    const path = scratchPath();
    await openSqliteStore(path).close();
    const reader = new DatabaseSync(path);
    onTestFinished(() => reader.close());
    const changes = () => reader.prepare('PRAGMA data_version').get()?.['data_version'];
    const before = changes();
    await openSqliteStore(path).close();
    expect(changes()).toBe(before);
  });
});
