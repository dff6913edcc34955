import { describe, expect, it } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../src/index.ts';
import { onRawFile } from './support/rawFile.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';

const SECRET = 'goldfinger';

/** A store with one row of each kind, after an edit of its file that no check holds up. */
async function afterEdit(sql: string): Promise<{ readonly path: string; readonly store: SqliteStore }> {
  const path = scratchPath();
  const store = openSqliteStore(path);
  const user = await store.users.insert(newUser());
  const permsAlgorithme = [{ idUtilisateur: 2, droits: 'Read' as const }];
  await store.algos.insert({ ...newAlgo(1, { permsAlgorithme }), id: await store.algos.nextId() });
  await store.folders.insert({ nom: 'root', ownerId: user.id, parentId: null });
  await store.sessionStore.insert(newSession(`${SECRET}-digest`));
  await store.deletions.add({ userId: 7, date: 1 });
  await store.close();
  onRawFile(path, (db) => {
    db.enableDefensive(false);
    db.exec('PRAGMA writable_schema = ON; DROP TRIGGER accessOfUpdated');
    // A column without its type and its NOT NULL takes any value.
    db.exec(`UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ' STRICT,', ''), ' STRICT', ''), ' NOT NULL', '')
      WHERE type = 'table'`);
  });
  onRawFile(path, (db) => db.exec(`PRAGMA ignore_check_constraints = ON; ${sql}`));
  return { path, store: openSqliteStore(path) };
}

/** What a port throws of a row that it cannot read. */
const damaged = (place: string, id: string, field: string) => ({
  name: 'DamagedError',
  message: expect.stringMatching(new RegExp(`^${place}, ${id}, ${field}: (?!.*${SECRET})`)),
  place,
  id,
  field,
});

describe('a row that was edited by hand', () => {
  it.each([
    ["UPDATE users SET pseudo = x'00'", 'pseudo'],
    ["UPDATE users SET dateInscription = 'goldfinger'", 'dateInscription'],
    ['UPDATE users SET isVerified = 7', 'isVerified'],
    ['UPDATE users SET mdpHash = NULL', 'mdpHash'],
    ["UPDATE users SET confirmationLocale = 'goldfinger'", 'confirmationLocale'],
  ])('is reported with table and id, without its value: %s', async (sql, field) => {
    const { store } = await afterEdit(sql);
    for (const find of [store.users.findById(1), store.users.findByEmail('ada@example.org')]) {
      await expect(find).rejects.toMatchObject(damaged('users', '1', field));
    }
    await store.close();
  });

  it.each([
    ["UPDATE algos SET nom = x'00'", 'nom'],
    ['UPDATE algos SET version = NULL', 'version'],
    [`UPDATE algos SET permsAlgorithme = '{"goldfinger":1}'`, 'permsAlgorithme'],
    [`UPDATE algos SET permsAlgorithme = '[{"idUtilisateur":2,"droits":"Owner"}]'`, 'permsAlgorithme'],
    [`UPDATE algos SET permsAlgorithme = '[{"idUtilisateur":2}]'`, 'permsAlgorithme'],
    [`UPDATE algos SET permsAlgorithme = '[null]'`, 'permsAlgorithme'],
    [`UPDATE algos SET permsAlgorithme = '[goldfinger'`, 'permsAlgorithme'],
  ])('is reported for an algorithm: %s', async (sql, column) => {
    const { store } = await afterEdit(sql);
    const damage = damaged('algos', '1', column);
    await expect(store.algos.findById(1)).rejects.toMatchObject(damage);
    await expect(store.algos.listByOwner(1, 9)).rejects.toMatchObject(damage);
    if (column !== 'version') {
      const list = store.algos.listAccessible({ by: 1, seenBy: 1, limit: 9, maxBytes: 1 });
      await expect(list).rejects.toMatchObject(damage); // which reads no version
    }
    await store.close();
  });

  it('is reported for an unknown right', async () => {
    const { store } = await afterEdit("UPDATE access SET droits = 'Owner'");
    const list = store.algos.listAccessible({ by: 2, seenBy: 2, limit: 9, maxBytes: 1 });
    await expect(list).rejects.toMatchObject(damaged('algos', '1', 'permsAlgorithme'));
    await store.close();
  });

  it('is reported for sessions, folders and deletions', async () => {
    const { store } = await afterEdit(`
      UPDATE tokens SET dateExpiration = NULL; UPDATE folders SET parentId = 'root'; UPDATE deletions SET date = NULL`);
    const calls = [
      [store.sessionStore.find(`${SECRET}-digest`), damaged('tokens', 'goldfing', 'dateExpiration')],
      [store.folders.listByOwner(1), damaged('folders', '1', 'parentId')],
      [store.deletions.list(), damaged('deletions', '7', 'date')],
    ] as const;
    for (const [call, damage] of calls) await expect(call).rejects.toMatchObject(damage);
    await store.close();
  });

  it('is reported when a number is too large for JavaScript', async () => {
    const { store } = await afterEdit('UPDATE users SET dateInscription = 9007199254740993');
    await expect(store.users.findById(1)).rejects.toMatchObject(damaged('users', '1', 'dateInscription'));
    await store.close();
  });

  it('is reported in the counter of ids of algorithms', async () => {
    const { store } = await afterEdit('DELETE FROM algoIds');
    await expect(store.algos.nextId()).rejects.toMatchObject(damaged('algoIds', '1', 'last'));
    await store.close();
  });

  it('is reported for the deletion mark of a user, by an export too', async () => {
    const { store } = await afterEdit('UPDATE users SET deleted = 2');
    const rows = async () => {
      for await (const batch of store.portable.exportRows('user')) expect(batch).toBe('never reached');
    };
    await expect(rows()).rejects.toMatchObject(damaged('users', '1', 'deleted'));
    await expect(store.users.findById(1)).rejects.toMatchObject(damaged('users', '1', 'deleted'));
    await store.close();
  });
});

describe('the schema', () => {
  it.each([
    'UPDATE users SET isVerified = 2',
    "UPDATE users SET dateInscription = 'today'",
    'UPDATE users SET pseudo = NULL',
    'UPDATE users SET confirmationLocale = NULL',
    'INSERT INTO users SELECT 9, adresseMail, mdpHash, pseudo, 1, 0, NULL, 1, NULL, NULL, 1, NULL, NULL FROM users',
    "UPDATE algos SET permsAlgorithme = 'nobody'",
    `UPDATE algos SET permsAlgorithme = '[{"idUtilisateur":2,"droits":"Read"},{"idUtilisateur":2,"droits":"Read"}]'`,
    'UPDATE algos SET version = 0',
  ])('refuses an edit by hand: %s', async (sql) => {
    const path = scratchPath();
    const store = openSqliteStore(path);
    await store.users.insert(newUser());
    await store.algos.insert({ ...newAlgo(1), id: 1 });
    expect(() => onRawFile(path, (db) => db.exec(sql))).toThrow(/constraint failed|cannot store/);
    await store.close();
  });

  it('keeps the sums of owners right after an edit by hand', async () => {
    const path = scratchPath();
    const store = openSqliteStore(path);
    for (const id of [1, 2, 3]) await store.algos.insert({ ...newAlgo(id), id, contentBytes: 10 });
    onRawFile(path, (db) => db.exec('UPDATE algos SET ownerId = 9, contentBytes = 25 WHERE id = 3'));
    onRawFile(path, (db) => db.exec('DELETE FROM algos WHERE id = 2'));
    const found = [await store.algos.usage(1), await store.algos.usage(9)];
    expect(found).toEqual([
      { algos: 1, bytes: 10 },
      { algos: 1, bytes: 25 },
    ]);
    onRawFile(path, (db) => db.exec('DELETE FROM algos'));
    expect(onRawFile(path, (db) => db.prepare('SELECT * FROM usage').all())).toEqual([]);
    await store.close();
  });

  it('lists algorithms by rights that were edited by hand', async () => {
    const path = scratchPath();
    const store = openSqliteStore(path);
    await store.algos.insert({ ...newAlgo(1), id: 1 });
    onRawFile(path, (db) => db.exec(`UPDATE algos SET permsAlgorithme = '[{"idUtilisateur":2,"droits":"Read"}]'`));
    const list = async (by: number, seenBy: number) =>
      (await store.algos.listAccessible({ by, seenBy, limit: 9, maxBytes: 9_999 })).algos;
    expect(await list(2, 1)).toMatchObject([{ id: 1, droits: 'Owner' }]);
    expect(await list(2, 2)).toMatchObject([{ id: 1, droits: 'Read' }]);
    onRawFile(path, (db) => db.exec(`UPDATE algos SET permsAlgorithme = '[{"idUtilisateur":2,"droits":"ReadWrite"}]'`));
    expect(await list(2, 2)).toMatchObject([{ id: 1, droits: 'ReadWrite' }]);
    onRawFile(path, (db) => db.exec("UPDATE algos SET permsAlgorithme = '[]'"));
    expect(await list(2, 2)).toEqual([]);
    await store.close();
  });
});

describe('a row that was edited by hand does not stop other rows', () => {
  it('from being written after a list found a number that is too large', async () => {
    const { path, store } = await afterEdit('UPDATE algos SET dateCreation = 9007199254740993');
    const damages: string[] = [];
    const page = await store.algos.listAccessible({ by: 1, seenBy: 1, limit: 9, maxBytes: 1_000 }, ({ field }) => {
      damages.push(String(field));
    });
    expect([page.algos, damages]).toEqual([[], ['dateCreation']]);
    const other = openSqliteStore(path);
    await other.sessionStore.insert(newSession('other'));
    await other.close();
    await store.sessionStore.insert(newSession('own'));
    await expect(store.sessionStore.find('own')).resolves.not.toBeNull();
    await store.close();
  });

  it.each([["permsAlgorithme = '[goldfinger'"], ['contentBytes = -9223372036854775807']])(
    'from being deleted, and can be deleted itself: %s',
    async (edit) => {
      const { store } = await afterEdit(`UPDATE algos SET ${edit}`);
      expect(await store.algos.delete(1, null)).toBe(true);
      await store.close();
    },
  );

  it('from being committed in the same group', async () => {
    const path = scratchPath();
    await openSqliteStore(path).close();
    onRawFile(path, (db) => {
      db.exec(`CREATE TRIGGER planted BEFORE INSERT ON tokens WHEN new.userId = 7 BEGIN SELECT json('damaged'); END`);
    });
    const store = openSqliteStore(path);
    const [bad, good] = await Promise.allSettled([
      store.sessionStore.insert(newSession('bad', { userId: 7 })),
      store.sessionStore.insert(newSession('good')),
    ]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
    expect(await store.sessionStore.find('good')).not.toBeNull();
    await store.close();
  });

  it.each(['deleted', 'isVerified'])(
    'from being listed with due mails, and it is reported there when its %s is damaged',
    async (flag) => {
      const { store } = await afterEdit(`UPDATE users SET ${flag} = 7, noticeDate = 5, noticeLocale = 'fr'`);
      const damages: string[] = [];
      const onDamaged = (damage: { readonly field: string | null }): void => void damages.push(String(damage.field));
      const query = { before: 2_000_000_000_000, limit: 9 };
      expect(await store.users.listConfirmationDue(query, onDamaged)).toEqual([]);
      expect(await store.users.listNoticeDue(query, onDamaged)).toEqual([]);
      expect(damages).toEqual([flag, flag]);
      expect(await store.users.existing([1])).toEqual([1]);
      expect(await store.users.markDeleted(1)).toBe(true);
      await store.close();
    },
  );
});
