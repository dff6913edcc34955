import { StoreRefusedError, UnavailableError } from '@algotheque/domain';
import { expect } from 'vitest';
import { ContentElsewhereError, SchemaTooNewError, SecretMismatchError, StoreImportingError } from '../src/index.ts';
import { describeMongo } from './support/describeMongo.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';
import { usersOf } from './support/usersOf.ts';

/** How far the clocks of MongoDB and of a server may differ before a document is removed too early. */
const HOUR_S = 3_600;

describeMongo('opening a database', ({ withScratch }) => {
  withScratch('works for ten servers at once', async ({ open, db, url }) => {
    const patient = url({ serverSelectionTimeoutMS: '10000' });
    const stores = await Promise.all(
      Array.from({ length: 10 }, () =>
        open({ isLazy: true, url: patient, secretFingerprint: 'one', contentPlace: 'mongodb' }),
      ),
    );
    await Promise.all(stores.map((store) => store.ready()));
    const users = await Promise.all(
      stores.map(({ users }, index) => users.insert(newUser({ adresseMail: `user${index}@example.org` }))),
    );
    expect(new Set(users.map(({ id }) => id)).size).toBe(10);
    expect(await usersOf(db)).toHaveLength(10);
    const indexes = await db.collection('users').indexes();
    const unique = indexes.flatMap((index) => (index.unique ? Object.keys(index.key) : []));
    expect(unique.sort()).toEqual(['addresses']);
  });

  withScratch('connects when it is first needed, once for all callers', async ({ open, db }) => {
    const store = await open({ isLazy: true });
    expect(await db.listCollections().toArray()).toEqual([]);
    await Promise.all([store.users.findById(1), store.algos.nextId(), store.ready(), store.ready()]);
    expect(await usersOf(db)).toHaveLength(1);
  });

  withScratch('creates the indexes by which MongoDB removes expired documents', async ({ open, db }) => {
    const store = await open({ isLazy: true });
    await store.sessionStore.insert(newSession('digest'));
    await store.limiter.hit('key', { limit: 1, windowMs: 1_000_000 }, Date.now());
    for (const name of ['tokens', 'limits']) {
      const ttl = (await db.collection(name).indexes()).find(({ expireAfterSeconds }) => expireAfterSeconds === HOUR_S);
      expect(ttl?.key, name).toEqual({ expireAt: 1 });
      expect((await db.collection(name).findOne())?.['expireAt'], name).toBeInstanceOf(Date);
    }
  });

  withScratch('refuses a newer schema and changes nothing', async ({ open, db }) => {
    await db.collection<{ _id: string; version: number }>('meta').insertOne({ _id: 'schema', version: 1_000 });
    await expect(open()).rejects.toThrow(SchemaTooNewError);
    await expect(open()).rejects.toThrow('version 1000');
    expect(await db.listCollections({}, { nameOnly: true }).toArray()).toMatchObject([{ name: 'meta' }]);
    expect(await db.collection('meta').countDocuments()).toBe(1);
  });

  withScratch('refuses a server with another secret, and gives the reason', async ({ open, db }) => {
    await open({ secretFingerprint: 'one' });
    await open({ secretFingerprint: 'one' });
    await open();
    const refused = open({ secretFingerprint: 'other' });
    await expect(refused).rejects.toThrow(SecretMismatchError);
    await expect(refused).rejects.toThrow(/ALGOTHEQUE_SECRET, or the links in mails of one are void on the other/);
    expect(await usersOf(db), 'of the three that may').toHaveLength(3);
  });

  withScratch('accepts one of several secrets that come at once', async ({ open }) => {
    const opened = await Promise.allSettled(['a', 'b', 'c'].map((secretFingerprint) => open({ secretFingerprint })));
    const refused = opened.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused.length).toBe(2);
    for (const reason of refused) expect(reason).toBeInstanceOf(SecretMismatchError);
  });

  withScratch('refuses a second server with its own content files, and says what to do', async ({ open }) => {
    const first = await open({ contentPlace: { owner: 'one' } });
    for (const contentPlace of ['mongodb', { owner: 'other' }] as const) {
      await expect(open({ contentPlace }), 'while the first runs').rejects.toThrow(ContentElsewhereError);
    }
    await expect(open({ contentPlace: { owner: 'other' } })).rejects.toThrow('ALGOTHEQUE_FILES_URL=mongodb:');
    await first.algos.insert(newAlgo(1));
    await first.close();
    await expect(open({ contentPlace: 'mongodb' }), 'with algorithms').rejects.toThrow(ContentElsewhereError);
    await open({ contentPlace: { owner: 'one' } });
  });

  withScratch(
    'gives a database without algorithms and without other servers another place for content',
    async (scratch) => {
      await (await scratch.open({ contentPlace: { owner: 'one' } })).close();
      await scratch.open({ contentPlace: 'mongodb' });
      await scratch.open({ contentPlace: 'mongodb' });
      await expect(scratch.open({ contentPlace: { owner: 'one' } })).rejects.toThrow(ContentElsewhereError);
    },
  );

  withScratch('refuses the target of an unfinished import, and its ports are unavailable', async ({ open }) => {
    const importer = await open({ importing: true });
    await importer.portable.beginImport({ source: 'sqlite:here' });
    const server = await open({ isLazy: true });
    await expect(server.ready()).rejects.toThrow(StoreImportingError);
    await expect(server.ready()).rejects.toThrow('sqlite:here');
    const refused = await server.users.findById(1).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnavailableError);
    const { cause } = refused as Error;
    expect(cause).toBeInstanceOf(StoreRefusedError);
    expect(refused).toMatchObject({ reason: (cause as Error).message });
    await importer.portable.endImport();
    expect(await server.users.findById(1), 'without a restart').toBeNull();
  });

  withScratch('can be closed several times, and then serves no more', async ({ open, db }) => {
    const store = await open();
    await Promise.all([store.close(), store.close()]);
    await store.close();
    await expect(store.users.findById(1)).rejects.toThrow(UnavailableError);
    await expect(store.ready()).rejects.toThrow(UnavailableError);
    expect(await usersOf(db)).toHaveLength(0);
  });
});
