import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { schemaDifferences } from '../src/checks/schemaCheck.ts';
import { integrityProblems } from '../src/checks/storeChecks.ts';
import { sumDifferences } from '../src/checks/sumsCheck.ts';
import { openSqliteStore, SchemaTooNewError } from '../src/index.ts';
import { migrate } from '../src/schema/bringUp.ts';
import { MIGRATIONS, TABLES } from '../src/schema/migrations.ts';
import { connectionTo } from './support/connectionTo.ts';
import { onRawFile } from './support/rawFile.ts';
import { scratchPath } from './support/scratch.ts';

const FIRST = 'CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (1)';
const SECOND = 'ALTER TABLE t ADD COLUMN b INTEGER; UPDATE t SET b = a + 1';
const THIRD = 'UPDATE t SET b = b * 10';
const BROKEN = 'UPDATE t SET b = 0; UPDATE absent SET b = 0';

/** A record with shares, and a history: entries of records, of deleted ones, and deletions that did not happen. */
const PRESENT_AND_MARKED = `
  INSERT INTO algos (id, nom, dateCreation, dateModification, ownerId, permsAlgorithme, version, ref, contentBytes, nomKey, words) VALUES
    (1, 'Sort', 1, 1, 1, '[{"idUtilisateur":2,"droits":"Read","date":9000000000000,"isMailDue":true}]', 2, 'ref', 5, 'sort', '["sort"]');
  INSERT INTO history (ref, algoId, version, ownerId, dateSuppression, modifiedBy, permsAlgorithme, nom, dateCreation, dateModification,
      contentBytes, dateExpiration, places, bytes)
    SELECT *, 'Sort', 1, 2, 20, 99, '[{"idUtilisateur":1,"dossierId":4}]', CAST('{}' AS BLOB) FROM (VALUES
      ('1 former', 1, 1, 1, NULL, NULL, '[]'), ('1 marked', 1, 2, 1, 7, NULL, '[]'),
      ('2 former', 2, 1, 1, NULL, NULL, '[]'), ('2 deleted', 2, 2, 1, 7, 8, '[{"idUtilisateur":2,"droits":"Read"}]'),
      ('3 marked', 3, 2, 1, 7, NULL, '[]'), ('3 former', 3, 3, 1, NULL, NULL, '[]'),
      ('4 first', 4, 2, 1, 8, NULL, '[]'), ('4 last', 4, 3, 1, 9, NULL, '[]'), ('damaged', 5, 2, 2, 7, NULL, '[]'))`;

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

  it('move to the bin what version 14 shows there, and make each other entry a plain version', async () => {
    const path = scratchPath();
    migrate(connectionTo(path), MIGRATIONS.slice(0, 14));
    onRawFile(path, (db) => {
      db.exec(PRESENT_AND_MARKED);
      db.exec("PRAGMA ignore_check_constraints = ON; UPDATE history SET places = 'no list' WHERE ref = 'damaged'");
    });
    const store = openSqliteStore(path);
    onTestFinished(() => store.close());
    const { history, bin, algos } = store;
    const connection = connectionTo(path);
    const expectSums = () => expect(sumDifferences(connection)).toEqual({ owners: [], algos: [], users: [] });
    expectSums();
    expect([schemaDifferences(connection), integrityProblems(connection)]).toEqual([[], []]);
    const algo = { nom: 'Sort', dateCreation: 1, dateModification: 2, ownerId: 1, version: 2, contentBytes: 20 };
    const places = [{ idUtilisateur: 1, dossierId: 4 }];
    const twice = { ...algo, id: 4, ref: '4 last', version: 3, permsAlgorithme: [], places, waiting: [] };
    const once = { ...twice, id: 2, ref: '2 deleted', version: 2, modifiedBy: 8 };
    expect(await bin.list({ ownerId: 1, limit: 9 })).toEqual([
      { ...twice, dateSuppression: 9 },
      { ...once, dateSuppression: 7, permsAlgorithme: [{ idUtilisateur: 2, droits: 'Read' }] },
    ]);
    expect(
      onRawFile(path, (db) =>
        db
          .prepare('SELECT ref, CAST(bytes AS TEXT) AS text FROM unwritten JOIN contents USING (ref) WHERE algoId = 2')
          .get(),
      ),
    ).toEqual({
      ref: '2 deleted',
      text: '{}',
    });
    await expect(bin.find(5)).rejects.toMatchObject({ place: 'bin', id: '5', field: 'places' });
    const versions = async (id: number) => (await history.list(id)).map(({ ref, version }) => [ref, version]);
    expect(await versions(1)).toEqual([
      ['1 marked', 2],
      ['1 former', 1],
    ]);
    expect(await versions(2)).toEqual([['2 former', 1]]);
    expect(await versions(3)).toEqual([
      ['3 former', 3],
      ['3 marked', 2],
    ]);
    expect(await versions(4)).toEqual([['4 first', 2]]);
    expect([await algos.usage(1), await algos.usage(2)]).toEqual([
      { algos: 3, bytes: 45 },
      { algos: 1, bytes: 20 },
    ]);
    expect(await history.keepVersions(1)).toBe(120);
    expect(await history.keepVersions(1, 100)).toBe(100);
    expect(await algos.listSharesDue({ endsBefore: 5, after: 0, limit: 9 })).toMatchObject([{ id: 1 }]);
    expectSums();
    await bin.add(1, 2, 10);
    await bin.restore(2, 2, { permsAlgorithme: [], places: [] });
    await bin.remove({ id: 5, version: 2 });
    expectSums();
  });

  it('make one table of the contents that version 16 has in the history and for files', async () => {
    const path = scratchPath();
    migrate(connectionTo(path), MIGRATIONS.slice(0, 16));
    onRawFile(path, (db) =>
      db.exec(`
        INSERT INTO algos (id, nom, dateCreation, dateModification, ownerId, permsAlgorithme, version, ref, contentBytes, nomKey, words)
          VALUES (1, 'Sort', 1, 1, 1, '[]', 2, 'present', 2, 'sort', '["sort"]');
        INSERT INTO history (ref, algoId, version, ownerId, nom, dateCreation, dateModification, contentBytes, dateExpiration, bytes)
          VALUES ('former', 1, 1, 1, 'Sort', 1, 1, 2, 99, CAST('[]' AS BLOB)),
            ('present', 1, 2, 1, 'Sort', 1, 1, 2, 99, CAST('{}' AS BLOB)); -- of a commit that did not happen
        INSERT INTO unwritten (algoId, ref, bytes) VALUES (1, 'present', CAST('{}' AS BLOB)), (7, NULL, NULL)`),
    );
    const store = openSqliteStore(path);
    onTestFinished(() => store.close());
    expect(await store.history.find(1, 1)).toMatchObject({
      former: { ref: 'former' },
      content: new TextEncoder().encode('[]'),
    });
    const read = (sql: string) => onRawFile(path, (db) => db.prepare(sql).all());
    expect(read('SELECT * FROM unwritten')).toEqual([
      { algoId: 1, ref: 'present' },
      { algoId: 7, ref: null },
    ]);
    const texts = 'SELECT ref, CAST(bytes AS TEXT) AS text FROM contents ORDER BY ref';
    expect(read(texts)).toEqual([
      { ref: 'former', text: '[]' },
      { ref: 'present', text: '{}' },
    ]);
    const connection = connectionTo(path);
    expect([schemaDifferences(connection), integrityProblems(connection), sumDifferences(connection)]).toEqual([
      [],
      [],
      { owners: [], algos: [], users: [] },
    ]);
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
