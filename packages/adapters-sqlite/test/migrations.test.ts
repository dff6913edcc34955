import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore, SchemaTooNewError } from '../src/index.ts';
import { migrate } from '../src/schema/migrate.ts';
import { MIGRATIONS, TABLES } from '../src/schema/migrations.ts';
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

  it('are told in one line when a store is opened, and not for a new or an up-to-date one', async () => {
    const path = scratchPath();
    migrate(connectionTo(path), MIGRATIONS.slice(0, 3));
    const lines: string[] = [];
    const onNotice = (line: string) => void lines.push(line);
    for (const file of [path, path, scratchPath()]) await openSqliteStore(file, { onNotice }).close();
    expect(lines).toEqual([`${path}: the schema was upgraded from version 3 to ${MIGRATIONS.length}`]);
  });

  it('sum the former versions of version 14, and know which of its mails about shares are due', async () => {
    const path = scratchPath();
    migrate(connectionTo(path), MIGRATIONS.slice(0, 14));
    onRawFile(path, (db) => {
      const grant = JSON.stringify([{ idUtilisateur: 2, droits: 'Read', date: 9e12, isMailDue: true }]);
      db.exec(`INSERT INTO algos (id, nom, dateCreation, dateModification, ownerId, permsAlgorithme, version, ref, contentBytes, nomKey, words)
        VALUES (1, 'Sort', 1, 1, 1, '${grant}', 1, 'ref', 5, 'sort', '["sort"]')`);
      for (const [ref, deleted] of [
        ['one', 'NULL'],
        ['two', 'NULL'],
        ['bin', '7'],
      ])
        db.exec(
          `INSERT INTO history VALUES ('${ref}', 1, 1, 1, 'Sort', 1, 1, NULL, 20, ${deleted}, 9, '[]', '[]', x'')`,
        );
    });
    const store = openSqliteStore(path);
    onTestFinished(() => store.close());
    expect(await store.history.keepVersions(1)).toBe(40);
    expect(await store.history.keepVersions(1, 20)).toBe(20);
    expect(await store.algos.listSharesDue({ endsBefore: 5, after: 0, limit: 9 })).toMatchObject([{ id: 1 }]);
    expect(store.checks.schemaDifferences()).toEqual([]);
    expect(store.checks.sumDifferences()).toEqual({ owners: [], algos: [], users: [] });
    await store.algos.delete(1, 1);
    expect(store.checks.sumDifferences()).toEqual({ owners: [], algos: [], users: [] });
  });

  it('happen together or not at all', () => {
    const path = scratchPath();
    const connection = connectionTo(path);
    migrate(connection, [FIRST]);
    expect(() => migrate(connection, [FIRST, SECOND, BROKEN])).toThrow(/absent/);
    expect([version(path), rows(path)]).toEqual([1, [{ a: 1 }]]);
  });

  it('keep the users of the first version, without a mail that is due', async () => {
    const path = scratchPath();
    migrate(connectionTo(path), MIGRATIONS.slice(0, 1));
    onRawFile(path, (db) =>
      db.exec(`INSERT INTO users (adresseMail, mdpHash, pseudo, dateInscription, isVerified, credentialsVersion, deleted)
        VALUES ('ada@example.org', 'hash', 'Ada', 1, 1, 1, 0)`),
    );
    const store = openSqliteStore(path);
    onTestFinished(() => store.close());
    expect(await store.users.findById(1)).toMatchObject({
      pseudo: 'Ada',
      isDisabled: false,
      due: [],
      emailChange: { version: 0, pending: null, former: [] },
    });
  });

  it('keep the sessions of the first version, whose origin is not known', async () => {
    const path = scratchPath();
    migrate(connectionTo(path), MIGRATIONS.slice(0, 1));
    onRawFile(path, (db) => db.exec("INSERT INTO tokens VALUES ('digest', 1, 1, 1, 2, 3)"));
    const store = openSqliteStore(path);
    onTestFinished(() => store.close());
    const dates = { dateCreation: 1, dateUtilisation: 2, dateExpiration: 3 };
    const session = { digest: 'digest', userId: 1, credentialsVersion: 1, ...dates, client: null, address: null };
    expect(await store.sessionStore.find('digest')).toEqual(session);
  });

  it('never go back', () => {
    const path = scratchPath();
    migrate(connectionTo(path), [FIRST, SECOND]);
    expect(() => migrate(connectionTo(path), [FIRST])).toThrow(SchemaTooNewError);
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

  it('keep the data of the first version, and fill in new fields', async () => {
    const path = scratchPath();
    migrate(connectionTo(path), MIGRATIONS.slice(0, 1));
    onRawFile(path, (db) =>
      db.exec(`INSERT INTO algos VALUES
        (1, 'first', 1, 2, 7, '[{"idUtilisateur":8,"droits":"ReadWrite"},{"idUtilisateur":9,"droits":"Read"}]', 3, 'ref 1'),
        (2, 'second', 1, 2, 7, '[]', 1, 'ref 2')`),
    );
    const store = openSqliteStore(path);
    onTestFinished(() => store.close());
    const list = async (userId: number) =>
      (await store.algos.listAccessible({ by: userId, seenBy: userId, limit: 9, maxBytes: 9_999 })).algos;
    const view = { id: 1, nom: 'first', dateCreation: 1, dateModification: 2, ownerId: 7, version: 3 };
    expect([await list(8), await list(9)]).toEqual([[{ ...view, droits: 'ReadWrite' }], [{ ...view, droits: 'Read' }]]);
    expect((await list(7)).map(({ id }) => id)).toEqual([1, 2]);
    expect(await store.algos.usage(7)).toEqual({ algos: 2, bytes: 0 }); // the sizes of these contents are not known
    await store.algos.compareAndSet(2, 1, { ref: 'ref 3', contentBytes: 50 });
    expect(await store.algos.usage(7)).toEqual({ algos: 2, bytes: 50 });
    expect(
      await store.algos.compareAndSet(1, 3, { permsAlgorithme: [{ idUtilisateur: 9, droits: 'ReadWrite' }] }),
    ).toMatchObject({ version: 4 });
    expect([await list(8), await list(9)]).toEqual([[], [{ ...view, version: 4, droits: 'ReadWrite' }]]);
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
