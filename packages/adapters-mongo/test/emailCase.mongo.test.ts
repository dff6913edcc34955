import { EmailTakenError, FRESH_USER } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import { EmailCaseError } from '../src/index.ts';
import { openMongoReader } from '../src/openMongoReader.ts';
import { describeMongo } from './support/describeMongo.ts';
import type { Scratch } from './support/mongoFixture.ts';
import { newUser } from './support/samples.ts';

interface StoredMode {
  readonly _id: string;
  readonly mode: string;
  readonly isSwitching: boolean;
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
  withScratch('changes at a start without other servers, and is kept', async ({ open, db, url }) => {
    await exactStore({ open }, 'Ada@example.org', 'BOB@example.org');
    expect(await keysIn(db)).toEqual(['Ada@example.org', 'BOB@example.org']);
    const folded = await open({ emailCase: 'folded' });
    expect(await keysIn(db)).toEqual(['ada@example.org', 'bob@example.org']);
    const [second, command] = [await open({ emailCase: 'folded' }), await open({ existing: true })];
    for (const { users } of [folded, second, command]) {
      expect(users.emailCase).toBe('folded');
      expect((await users.findByEmail('ADA@example.org'))?.adresseMail).toBe('Ada@example.org');
      await expect(users.insert(newUser({ adresseMail: 'bob@example.org' }))).rejects.toThrow(EmailTakenError);
    }
    const reader = await openMongoReader({ url: url() });
    expect((await reader.users.findByEmail('ADA@example.org'))?.id).toBe(1);
    await reader.close();
    for (const store of [folded, second, command]) await store.close();
    const exact = await open({ emailCase: 'exact' });
    expect(await exact.users.findByEmail('ada@example.org')).toBeNull();
    expect(await keysIn(db)).toEqual(['Ada@example.org', 'BOB@example.org']);
  });

  withScratch('refuses a server with another mode while one runs, and changes nothing', async ({ open, db }) => {
    await exactStore({ open }, 'Ada@example.org');
    const running = await open({ emailCase: 'exact' });
    await expect(open({ emailCase: 'folded' })).rejects.toThrow(EmailCaseError);
    await expect(open({ emailCase: 'folded' })).rejects.toThrow(/ALGOTHEQUE_EMAIL_CASE/);
    expect(await modeIn(db)).toMatchObject({ mode: 'exact', isSwitching: false });
    expect(await keysIn(db)).toEqual(['Ada@example.org']);
    await running.close();
    await open({ emailCase: 'folded' });
    await expect(open({ emailCase: 'exact' })).rejects.toThrow(EmailCaseError);
  });

  withScratch('lets servers of one mode start at once on a new database', async ({ open, db }) => {
    const stores = await Promise.all([1, 2, 3].map(() => open({ emailCase: 'folded', isLazy: true })));
    await Promise.all(stores.map((store) => store.ready()));
    expect(await modeIn(db)).toMatchObject({ mode: 'folded', isSwitching: false });
    const other = await Promise.allSettled([open({ emailCase: 'exact' })]);
    expect(other).toMatchObject([{ status: 'rejected' }]);
  });

  withScratch('refuses addresses that are one, names them, and changes nothing', async ({ open, db }) => {
    await exactStore({ open }, 'Ada@example.org', 'bob@example.org', 'ada@example.org');
    await expect(open({ emailCase: 'folded' })).rejects.toThrow(
      /Ada@example\.org \(user 1\) and ada@example\.org \(user 3\)\. Delete/,
    );
    expect([await modeIn(db), await keysIn(db)]).toMatchObject([
      { mode: 'exact', isSwitching: false },
      ['Ada@example.org', 'bob@example.org', 'ada@example.org'],
    ]);
    const exact = await open({ emailCase: 'exact' });
    await exact.users.delete(3);
    await exact.close();
    expect((await open({ emailCase: 'folded' })).users.emailCase).toBe('folded');
  });

  withScratch('is finished by the next start after a crash half-way', async ({ open, db }) => {
    await exactStore({ open }, 'Ada@example.org', 'BOB@example.org');
    const half = async () => {
      await db
        .collection<StoredMode>('meta')
        .updateOne({ _id: 'emailCase' }, { $set: { mode: 'folded', isSwitching: true } });
      await db.collection<{ _id: number }>('users').updateOne({ _id: 1 }, { $set: { addresses: ['of before'] } });
    };
    await half();
    await expect(open({ existing: true }), 'a command').rejects.toThrow(EmailCaseError);
    const folded = await open({ emailCase: 'folded' });
    expect(await keysIn(db)).toEqual(['ada@example.org', 'bob@example.org']);
    await folded.close();
    await half();
    const exact = await open({ emailCase: 'exact' });
    expect([await keysIn(db), await modeIn(db)]).toMatchObject([
      ['Ada@example.org', 'BOB@example.org'],
      { mode: 'exact', isSwitching: false },
    ]);
    expect((await exact.users.findByEmail('Ada@example.org'))?.id).toBe(1);
  });

  withScratch('is forgotten by an import, whose rows have no keys', async ({ open, db }) => {
    await (await open({ emailCase: 'folded' })).close();
    const target = await open({ importing: true });
    await target.portable.beginImport({ source: 'source' });
    const user = { ...newUser({ adresseMail: 'Ada@example.org' }), ...FRESH_USER, id: 1 };
    await target.portable.importRows('user', [{ ...user, deleted: false }]);
    await target.portable.endImport();
    await target.close();
    expect(await modeIn(db)).toBeNull();
    const server = await open({ emailCase: 'folded' });
    expect((await server.users.findByEmail('ada@example.org'))?.id).toBe(1);
  });

  withScratch('has wrong keys found and mended', async ({ open, db }) => {
    await exactStore({ open }, 'Ada@example.org', 'bob@example.org');
    const { checks } = await open({ emailCase: 'folded' });
    await db.collection<{ _id: number }>('users').updateOne({ _id: 1 }, { $set: { addresses: ['x'] } });
    await db.collection<{ _id: number }>('users').updateOne({ _id: 2 }, { $unset: { addresses: '' } });
    expect(await checks.wrongEmailKeys()).toEqual([1, 2]);
    await checks.remakeEmailKeys();
    expect(await checks.wrongEmailKeys()).toEqual([]);
  });
});
