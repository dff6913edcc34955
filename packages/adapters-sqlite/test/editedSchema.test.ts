import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { afterEdit } from './support/afterEdit.ts';
import { onRawFile } from './support/rawFile.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

describe('the schema', () => {
  it.each([
    'UPDATE users SET isVerified = 2',
    "UPDATE users SET dateInscription = 'today'",
    'UPDATE users SET pseudo = NULL',
    "UPDATE users SET due = 'nothing'",
    "INSERT INTO users SELECT 9, adresseMail, emailKey, addressKey, pseudoKey, mdpHash, pseudo, 1, 0, NULL, 0, 1, '[]', 0, NULL, NULL, '[]', 0, NULL, 1, NULL FROM users",
    "UPDATE algos SET permsAlgorithme = 'nobody'",
    `UPDATE algos SET permsAlgorithme = '[{"idUtilisateur":2,"droits":"Read"},{"idUtilisateur":2,"droits":"Read"}]'`,
    'UPDATE algos SET version = 0',
  ])('refuses an edit by hand: %s', async (sql) => {
    const path = scratchPath();
    const store = openedStore(path);
    await store.users.insert(newUser());
    await store.algos.insert({ ...newAlgo(1), id: 1 });
    expect(() => onRawFile(path, (db) => db.exec(sql))).toThrow(/constraint failed|cannot store/);
  });

  it('keeps the sums of owners right after an edit by hand', async () => {
    const path = scratchPath();
    const store = openedStore(path);
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
  });

  it('lists algorithms by rights that were edited by hand', async () => {
    const path = scratchPath();
    const store = openedStore(path);
    await store.algos.insert({ ...newAlgo(1), id: 1 });
    onRawFile(path, (db) =>
      db.exec(`UPDATE algos SET permsAlgorithme = '[{"idUtilisateur":2,"droits":"Read","date":1}]'`),
    );
    const list = async (by: number, seenBy: number) =>
      (await store.algos.listAccessible({ by, seenBy, limit: 9, maxBytes: 9_999 })).algos;
    expect(await list(2, 1)).toMatchObject([{ id: 1, droits: 'Owner' }]);
    expect(await list(2, 2)).toMatchObject([{ id: 1, droits: 'Read' }]);
    onRawFile(path, (db) =>
      db.exec(`UPDATE algos SET permsAlgorithme = '[{"idUtilisateur":2,"droits":"ReadWrite","date":1}]'`),
    );
    expect(await list(2, 2)).toMatchObject([{ id: 1, droits: 'ReadWrite' }]);
    onRawFile(path, (db) => db.exec("UPDATE algos SET permsAlgorithme = '[]'"));
    expect(await list(2, 2)).toEqual([]);
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
      const { store } = await afterEdit(`UPDATE users SET ${flag} = 7`);
      const damages: string[] = [];
      const onDamaged = (damage: { readonly field: string | null }): void => void damages.push(String(damage.field));
      const query = { before: 2_000_000_000_000, limit: 9 };
      expect(await store.dueWork.listDue(query, onDamaged)).toEqual([]);
      expect(damages).toEqual([flag]);
      expect(await store.users.existing([1])).toEqual([1]);
      expect(await store.users.markDeleted(1)).toBe(true);
      await store.close();
    },
  );
});
