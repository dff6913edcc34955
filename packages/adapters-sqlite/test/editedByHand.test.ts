import { describe, expect, it } from 'vitest';
import { afterEdit, SECRET } from './support/afterEdit.ts';

/** The error of a port for a row that it cannot read. */
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
    [`UPDATE users SET due = '[{"kind":"goldfinger"}]'`, 'due'],
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
    [`UPDATE algos SET permsAlgorithme = '[{"idUtilisateur":2,"droits":"Read"}]'`, 'permsAlgorithme'],
    [`UPDATE algos SET permsAlgorithme = '[null]'`, 'permsAlgorithme'],
    [`UPDATE algos SET permsAlgorithme = '[goldfinger'`, 'permsAlgorithme'],
  ])('is reported for an algorithm: %s', async (sql, column) => {
    const { store } = await afterEdit(sql);
    const damage = damaged('algos', '1', column);
    await expect(store.algos.findById(1)).rejects.toMatchObject(damage);
    await expect(store.algos.listAll({ after: 0, limit: 9 })).rejects.toMatchObject(damage);
    if (column !== 'version') {
      const list = store.algos.listAccessible({ by: 1, seenBy: 1, limit: 9, maxBytes: 1 });
      await expect(list).rejects.toMatchObject(damage); // a list reads no version
    }
    await store.close();
  });

  it('can be repaired although a row of its list is left in a table of shares', async () => {
    const share = {
      adresseMail: 'bob@example.org',
      mailbox: 'bob@example.org',
      droits: 'Read',
      date: 5,
      dateExpiration: 9,
    };
    const list = JSON.stringify([{ ...share, locale: 'en', isMailDue: false }]);
    const { store } = await afterEdit(`
      INSERT INTO sharesDue VALUES (9, 1);
      INSERT INTO waitingShares VALUES ('bob@example.org', 1);
      UPDATE algos SET waiting = '${list}' WHERE id = 1`);
    const query = { after: 0, limit: 9 };
    expect((await store.algos.listSharesDue({ ...query, endsBefore: 10 })).map(({ id }) => id)).toEqual([1]);
    expect((await store.algos.listWaiting({ ...query, mailbox: 'bob@example.org' })).map(({ id }) => id)).toEqual([1]);
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
      UPDATE tokens SET dateExpiration = NULL; UPDATE folderTrees SET folders = '[{"id":1}]'; UPDATE deletions SET date = NULL`);
    const calls = [
      [store.sessionStore.find(`${SECRET}-digest`), damaged('tokens', 'goldfing', 'dateExpiration')],
      [store.folders.find(1), damaged('folderTrees', '1', 'folders')],
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
