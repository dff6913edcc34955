import { EmailTakenError, FRESH_USER } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import { EmailCaseError } from '../src/index.ts';
import { openMongoReader } from '../src/openMongoReader.ts';
import { describeMongo } from './support/describeMongo.ts';
import { findingsOf } from './support/findingsOf.ts';
import type { Scratch } from './support/mongoFixture.ts';
import { newUser } from './support/samples.ts';

interface StoredMode {
  readonly _id: string;
  readonly mode: string;
}

const modeIn = (db: Db) => db.collection<StoredMode>('meta').findOne({ _id: 'emailCase' });

const keysIn = async (db: Db) =>
  (
    await db
      .collection('users')
      .find({}, { sort: { _id: 1 } })
      .toArray()
  ).flatMap(({ addresses }) => addresses);

/** A database whose servers compared exactly, with these addresses. */
async function exactStore({ open }: Pick<Scratch, 'open'>, ...addresses: readonly string[]): Promise<void> {
  const store = await open({ emailCase: 'exact' });
  for (const adresseMail of addresses) await store.users.insert(newUser({ adresseMail }));
  await store.close();
}

describeMongo('how e-mails are compared', ({ withScratch }) => {
  withScratch('is decided when the database is made, and is kept', async ({ open, db, url }) => {
    const folded = await open({ emailCase: 'folded' });
    await folded.users.insert(newUser({ adresseMail: 'Ada@example.org' }));
    expect(await keysIn(db)).toEqual(['ada@example.org']);
    const [second, command] = [await open({ emailCase: 'folded' }), await open({ existing: true })];
    for (const { users } of [folded, second, command]) {
      expect(users.emailCase).toBe('folded');
      expect((await users.findByEmail('ADA@example.org'))?.adresseMail).toBe('Ada@example.org');
      await expect(users.insert(newUser({ adresseMail: 'ada@example.org' }))).rejects.toThrow(EmailTakenError);
    }
    const reader = await openMongoReader({ url: url() });
    expect((await reader.ports.users.findByEmail('ADA@example.org'))?.id).toBe(1);
    await reader.close();
  });

  withScratch('is refused as another one later, with the way, and nothing is changed', async ({ open, db }) => {
    await exactStore({ open }, 'Ada@example.org');
    await expect(open({ emailCase: 'folded' })).rejects.toThrow(EmailCaseError);
    await expect(open({ emailCase: 'folded' })).rejects.toThrow(
      'in the mode exact, and the setting is folded: make a backup, and restore it into a new store with this setting.',
    );
    expect([await modeIn(db), await keysIn(db)]).toMatchObject([{ mode: 'exact' }, ['Ada@example.org']]);
    expect((await open()).users.emailCase).toBe('exact');
  });

  withScratch('lets servers of one mode start at once on a new database', async ({ open, db }) => {
    const stores = await Promise.all([1, 2, 3].map(() => open({ emailCase: 'folded', isLazy: true })));
    await Promise.all(stores.map((store) => store.ready()));
    expect(await modeIn(db)).toMatchObject({ mode: 'folded' });
    const other = await Promise.allSettled([open({ emailCase: 'exact' })]);
    expect(other).toMatchObject([{ status: 'rejected' }]);
  });

  withScratch('of the target of an import decides the keys of its rows', async ({ open }) => {
    const target = await open({ importing: true, emailCase: 'folded' });
    await target.portable.beginImport({ source: 'source' });
    const user = { ...newUser({ adresseMail: 'Ada@example.org' }), ...FRESH_USER, id: 1 };
    await target.portable.importRows('user', [{ ...user, deleted: false }]);
    await target.portable.endImport();
    await target.close();
    const server = await open({ emailCase: 'folded' });
    expect((await server.users.findByEmail('ada@example.org'))?.id).toBe(1);
  });

  withScratch('has wrong keys found and mended', async ({ open, db }) => {
    await exactStore({ open }, 'Ada@example.org', 'bob@example.org', 'eve@example.org');
    const [check] = (await open()).checks(false);
    const found = () => findingsOf(check, { keepAside: async () => '' });
    await db.collection<{ _id: number }>('users').updateOne({ _id: 1 }, { $set: { addresses: ['x'] } });
    await db.collection<{ _id: number }>('users').updateOne({ _id: 2 }, { $set: { pseudoKey: 'x' } });
    await db.collection<{ _id: number }>('users').updateOne({ _id: 3 }, { $unset: { addresses: '' } });
    const [wrong] = await found();
    expect(wrong).toMatchObject({ code: 'email-key', detail: 'Users 1, 2, 3' });
    await wrong?.mend?.();
    expect(await found()).toEqual([]);
  });
});
