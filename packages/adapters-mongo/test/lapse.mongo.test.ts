import { UnavailableError } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { afterEach, expect, vi } from 'vitest';
import { SchemaTooNewError, SecretMismatchError, StoreLockedError } from '../src/index.ts';
import { LAPSE_MS } from '../src/presence/lease.ts';
import { FRESH_MS } from '../src/presence/leaseDocument.ts';
import { describeMongo } from './support/describeMongo.ts';
import { newUser } from './support/samples.ts';
import { setUsers, usersOf } from './support/usersOf.ts';

const AWAY_MS = LAPSE_MS + 1_000;

/** Advances the clock of the process, as if the process had been stopped. */
function away(): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + AWAY_MS);
}

const edit = (db: Db, _id: string, fields: object) =>
  db.collection<{ _id: string }>('meta').updateOne({ _id }, { $set: fields });

describeMongo('a server that was paused for longer than its lease', ({ withScratch }) => {
  afterEach(() => vi.restoreAllMocks());

  withScratch('continues when nothing happened meanwhile, and is listed again', async ({ open, db }) => {
    const { users } = await open({ secretFingerprint: 'one', contentPlace: 'mongodb' });
    await setUsers(db, []);
    away();
    await Promise.all([users.insert(newUser()), users.findById(1), users.existing([1])]);
    expect(await usersOf(db)).toHaveLength(1);
  });

  withScratch('writes nothing into a database that a newer release has migrated meanwhile', async ({ open, db }) => {
    const { users } = await open();
    await edit(db, 'schema', { version: 1_000 });
    away();
    const refused: unknown = await users.insert(newUser()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnavailableError);
    expect((refused as Error).cause).toBeInstanceOf(SchemaTooNewError); // it is one
    expect(await db.collection('users').countDocuments()).toBe(0);
  });

  withScratch(
    'writes nothing into a database that another process has taken meanwhile, and is not listed',
    async (scratch) => {
      const { users } = await scratch.open({ secretFingerprint: 'one' });
      await edit(scratch.db, 'secret', { fingerprint: 'other' });
      away();
      const refused: unknown = await users.insert(newUser()).catch((error: unknown) => error);
      expect((refused as Error).cause).toBeInstanceOf(SecretMismatchError); // an Error, or this fails
      expect(await usersOf(scratch.db)).toEqual([]);
    },
  );

  withScratch('stays out when another process had the database for itself meanwhile', async ({ open, db }) => {
    const { users } = await open();
    const [server] = await usersOf(db);
    if (server !== undefined) await setUsers(db, [{ ...server, seen: Date.now() - FRESH_MS - 1_000 }]);
    const alone = await open({ exclusive: true });
    await alone.close();
    away();
    for (let turn = 0; turn < 2; turn += 1) {
      const refused: unknown = await users.insert(newUser()).catch((error: unknown) => error);
      expect(refused).toMatchObject({ name: 'UnavailableError', cause: expect.any(StoreLockedError) });
    }
    expect(await db.collection('users').countDocuments()).toBe(0);
    await (await open()).users.insert(newUser()); // started again
  });

  withScratch(
    'stays out when it had the database for itself, and another process had it meanwhile',
    async (scratch) => {
      const { users } = await scratch.open({ exclusive: true });
      await setUsers(scratch.db, []);
      await (await scratch.open({ exclusive: true })).close();
      away();
      const refused: unknown = await users.insert(newUser()).catch((error: unknown) => error);
      expect(refused).toMatchObject({ name: 'UnavailableError', cause: expect.any(StoreLockedError) });
      expect(await scratch.db.collection('users').countDocuments()).toBe(0);
    },
  );

  withScratch('creates the indexes of a database that was emptied meanwhile', async ({ open, db }) => {
    const { users } = await open();
    await db.dropDatabase();
    away();
    await users.insert(newUser());
    const indexes = await db.collection('users').indexes();
    expect(
      indexes
        .filter(({ unique }) => unique)
        .map(({ key }) => Object.keys(key)[0])
        .sort(),
    ).toEqual(['addresses']);
  });
});

describeMongo('a server that goes on running', ({ withScratch }) => {
  withScratch(
    'ends its use of a database that a newer release has upgraded, at the next renewal',
    async ({ open, db }) => {
      const { users } = await open();
      await edit(db, 'schema', { version: 1_000 });
      const late = await users.health().catch((error: unknown) => error);
      expect(late).toMatchObject({ name: 'UnavailableError', cause: expect.any(SchemaTooNewError) });
      const refused: unknown = await users.insert(newUser()).catch((error: unknown) => error);
      expect(refused).toMatchObject({ name: 'UnavailableError', cause: expect.any(SchemaTooNewError) });
      expect(await db.collection('users').countDocuments()).toBe(0);
    },
  );
});
