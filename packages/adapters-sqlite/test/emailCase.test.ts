import { type EmailCase, FRESH_USER, KeyTakenError } from '@algotheque/domain';
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

/** A store with these addresses. */
async function storeOf(emailCase: EmailCase, ...addresses: readonly string[]): Promise<string> {
  const path = scratchPath();
  const store = openedStore(path, { emailCase });
  for (const adresseMail of addresses) await store.users.insert(newUser({ adresseMail }));
  await store.close();
  return path;
}

it.each(['exact', 'folded'] as const)('is decided when the store is made, and is kept: %s', async (emailCase) => {
  const path = await storeOf(emailCase, 'Ada@example.org', 'BOB@example.org');
  const isFolded = emailCase === 'folded';
  const keys = ['Ada@example.org', 'BOB@example.org'].map((key) => (isFolded ? key.toLowerCase() : key));
  expect(keysIn(path)).toEqual(keys);
  for (const again of [{}, { emailCase }]) {
    const kept = openedStore(path, again); // without the option: as a command opens it
    expect(kept.users.emailCase).toBe(emailCase);
    expect((await kept.users.findByEmail('ADA@example.org')) !== null).toBe(isFolded);
    await kept.close();
  }
  const reader = openSqliteReader(path);
  expect(reader.ports.users.emailCase).toBe(emailCase);
  await reader.close();
});

it.each([
  ['exact', 'folded'],
  ['folded', 'exact'],
] as const)(
  'is refused as another one later, with the way, and nothing is changed: %s, then %s',
  async (made, wanted) => {
    const path = await storeOf(made, 'Ada@example.org');
    const error = refusal(path, { emailCase: wanted });
    expect(error).toMatchObject({ name: 'StoreFileError', message: expect.stringContaining(path) });
    expect(String(error)).toContain(`in the mode ${made}, and the setting is ${wanted}: make a backup, and restore it`);
    expect(openedStore(path).users.emailCase).toBe(made);
  },
);

it('of the target of an import decides the keys of its rows', async () => {
  const path = scratchPath();
  const target = openedStore(path, { importing: true, emailCase: 'folded' });
  await target.portable.beginImport({ source: 'source' });
  const user = { ...newUser({ adresseMail: 'Ada@example.org' }), ...FRESH_USER, id: 1 };
  await target.portable.importRows('user', [{ ...user, deleted: false }]);
  const twin = { ...user, id: 2, adresseMail: 'ADA@example.org', deleted: false };
  await expect(target.portable.importRows('user', [twin])).rejects.toThrow(KeyTakenError);
  await target.portable.endImport();
  await target.close();
  expect((await openedStore(path, { emailCase: 'folded' }).users.findByEmail('ada@example.org'))?.id).toBe(1);
});

it('finds and mends keys that somebody edited', async () => {
  const path = await storeOf('folded', 'Ada@example.org', 'bob@example.org');
  onRawFile(path, (db) =>
    db.exec("UPDATE users SET emailKey = 'x' WHERE id = 1; UPDATE users SET emailKey = 'y' WHERE id = 2"),
  );
  const connection = connectionTo(path);
  expect(wrongKeys(connection)).toEqual([1, 2]);
  remakeKeys(connection);
  expect(wrongKeys(connection)).toEqual([]);
});
