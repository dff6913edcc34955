import { EmailTakenError, FRESH_USER } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { openSqliteReader } from '../src/openSqliteReader.ts';
import { remakeKeys, wrongKeys } from '../src/users/emailCase.ts';
import { connectionTo } from './support/connectionTo.ts';
import { onRawFile } from './support/rawFile.ts';
import { newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore, refusal } from './support/unavailable.ts';

const keysIn = (path: string) =>
  onRawFile(path, (db) =>
    db
      .prepare('SELECT emailKey FROM users ORDER BY id')
      .all()
      .map(({ emailKey }) => emailKey),
  );

/** A store that compared exactly, with these addresses. */
async function exactStore(...addresses: readonly string[]): Promise<string> {
  const path = scratchPath();
  const store = openedStore(path);
  for (const adresseMail of addresses) await store.users.insert(newUser({ adresseMail }));
  await store.close();
  return path;
}

it('makes the keys of all users at the first opening in another mode, and keeps the mode', async () => {
  const path = await exactStore('Ada@example.org', 'BOB@example.org');
  expect(keysIn(path)).toEqual(['Ada@example.org', 'BOB@example.org']);
  await openedStore(path, { emailCase: 'folded' }).close();
  expect(keysIn(path)).toEqual(['ada@example.org', 'bob@example.org']);
  const kept = openedStore(path); // as a command opens it
  expect(kept.users.emailCase).toBe('folded');
  expect((await kept.users.findByEmail('ADA@example.org'))?.adresseMail).toBe('Ada@example.org');
  await expect(kept.users.insert(newUser({ adresseMail: 'bob@example.org' }))).rejects.toThrow(EmailTakenError);
  await kept.close();
  const reader = openSqliteReader(path);
  expect((await reader.users.findByEmail('ADA@example.org'))?.id).toBe(1);
  reader.close();
});

it('goes back to the exact mode', async () => {
  const path = await exactStore('Ada@example.org');
  await openedStore(path, { emailCase: 'folded' }).close();
  const exact = openedStore(path, { emailCase: 'exact' });
  expect(await exact.users.findByEmail('ada@example.org')).toBeNull();
  await exact.users.insert(newUser({ adresseMail: 'ada@example.org' }));
  await exact.close();
  expect(keysIn(path)).toEqual(['Ada@example.org', 'ada@example.org']);
});

it('refuses addresses that are one, names them, and changes nothing', async () => {
  const path = await exactStore('Ada@example.org', 'bob@example.org', 'ada@example.org');
  const before = onRawFile(path, (db) => db.prepare('SELECT * FROM users').all());
  const error = refusal(path, { emailCase: 'folded' });
  expect(error).toMatchObject({ name: 'StoreFileError', message: expect.stringContaining(path) });
  expect(String(error)).toContain('Ada@example.org (user 1) and ada@example.org (user 3)');
  expect(String(error)).not.toContain('bob');
  expect(onRawFile(path, (db) => db.prepare('SELECT * FROM users').all())).toEqual(before);
  const store = openedStore(path);
  expect(store.users.emailCase).toBe('exact');
  await store.users.delete(3);
  await store.close();
  expect(openedStore(path, { emailCase: 'folded' }).users.emailCase).toBe('folded');
});

it('an import target compares exactly until a server opens it', async () => {
  const path = scratchPath();
  await openedStore(path, { emailCase: 'folded' }).close();
  const target = openedStore(path, { importing: true });
  await target.portable.beginImport({ source: 'source' });
  const user = { ...newUser({ adresseMail: 'Ada@example.org' }), ...FRESH_USER, id: 1 };
  await target.portable.importRows('user', [{ ...user, deleted: false }]);
  await target.portable.endImport();
  await target.close();
  expect((await openedStore(path, { emailCase: 'folded' }).users.findByEmail('ada@example.org'))?.id).toBe(1);
});

it('finds and mends keys that somebody edited', async () => {
  const path = await exactStore('Ada@example.org', 'bob@example.org');
  await openedStore(path, { emailCase: 'folded' }).close();
  onRawFile(path, (db) =>
    db.exec("UPDATE users SET emailKey = 'x' WHERE id = 1; UPDATE users SET emailKey = 'y' WHERE id = 2"),
  );
  const connection = connectionTo(path);
  expect(wrongKeys(connection)).toEqual([1, 2]);
  remakeKeys(connection);
  expect(wrongKeys(connection)).toEqual([]);
});
