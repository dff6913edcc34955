import { join } from 'node:path';
import { openMongoStore } from '@algotheque/adapters-mongo';
import { describeMongo, type Scratch } from '@algotheque/testing/mongo';
import { expect } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { openLocal } from '../../src/openLocal.ts';
import { crashAfter } from './support/crash.ts';
import { move, refusalOf } from './support/move.ts';
import { mongoAt, sqliteIn } from './support/places.ts';
import { SECRET, sampleStore } from './support/sampleStore.ts';
import { snapshotOf } from './support/snapshot.ts';

async function scene({ url }: Scratch) {
  const scratch = scratchFolder();
  const at = (name: string) => join(scratch, name);
  await sampleStore(at('source'));
  const server = (dataDir: string, settings: Readonly<Record<string, string>> = {}) =>
    openLocal({
      dataDir: at(dataDir),
      settings: { ALGOTHEQUE_STORE_URL: url(), ALGOTHEQUE_SECRET: SECRET, ...settings },
    });
  return { at, server, from: sqliteIn(at('source')), mongo: mongoAt(url()) };
}

interface StoredContent {
  readonly _id: string;
  readonly unfinished?: boolean;
  readonly staged?: { readonly replaces?: string };
}

/** Each content belongs to an algorithm, or has a mark by which a server removes it later. */
async function expectNoTrace({ db }: Scratch): Promise<void> {
  const refs = async (): Promise<string[]> => [
    ...(await db.collection('algos').find().toArray()).map(({ ref, deleted }) => String(ref ?? deleted?.ref)),
    ...(await db.collection('history').find().toArray()).map(({ _id }) => String(_id)),
  ];
  const contents = await db.collection<StoredContent>('contents').find().toArray();
  const marked = contents.filter(({ unfinished }) => unfinished === true);
  const noted = marked.flatMap(({ _id, staged }) => [_id, staged?.replaces]);
  const known = new Set<string | undefined>([...(await refs()), ...noted]);
  expect(contents.filter(({ _id }) => !known.has(_id))).toEqual([]);
}

const IN_DATABASE = { ALGOTHEQUE_FILES_URL: 'mongodb:' };

describeMongo('a migration to MongoDB', ({ withScratch }) => {
  withScratch('that was killed at any step is begun anew, and leaves nothing behind', async (scratch) => {
    const { from, mongo, server } = await scene(scratch);
    for (const steps of [0, 3, 6, 7, 9, 11, 16]) expect(await crashAfter(steps, from, mongo)).toBe(true);
    const refusal = server('server', IN_DATABASE);
    await expect(refusal).rejects.toThrow(/target of an import from sqlite:.*source\/algotheque.db that has not ended/);
    expect(await refusalOf(from, mongo)).toContain('--begin-anew removes it and begins anew');
    await move(from, mongo, { anew: true });
    expect(await snapshotOf(mongo)).toEqual(await snapshotOf(from));
    await expectNoTrace(scratch);
    await (await server('server', IN_DATABASE)).close();
  });

  withScratch('marks the database before it writes anything else', async (scratch) => {
    const { from, mongo, server } = await scene(scratch);
    const order = { source: 'a test', anew: false };
    const store = openMongoStore({ url: scratch.url(), exclusive: true, importing: 'mark' });
    await store.portable.beginImport(order); // as far as a process gets that is killed then
    await store.close();
    const collections = await scratch.db.listCollections().toArray();
    expect(collections.map(({ name }) => name)).toEqual(['meta']);
    await expect(server('server', IN_DATABASE)).rejects.toThrow('that has not ended');
    await move(from, mongo);
    expect(await snapshotOf(mongo)).toEqual(await snapshotOf(from));
  });

  withScratch('refuses a database with data, and does not change it', async (scratch) => {
    const { from, mongo, server } = await scene(scratch);
    const other = await server('server'); // its content is in files
    await other.service.registerUser({ email: 'eve@example.org', password: 'first on earth', pseudo: 'Eve' });
    await other.close();
    // Of the lease, who had the database alone last is another one.
    const dump = async () => (await scratch.dump()).replace(/"lastAlone":(null|"[^"]*")/, '');
    const before = await dump();
    expect(await refusalOf(from, mongo)).toMatch(
      /^The MongoDB database at 127\.0\.0\.1:\d+\/\w[\w-]* is not empty: collection users$/,
    );
    expect(await dump()).toBe(before);
  });

  withScratch('records where its content is, so no server uses another place', async (scratch) => {
    const { at, from, mongo, server } = await scene(scratch);
    await move(from, mongo);
    await expect(server('server')).rejects.toThrow('ALGOTHEQUE_FILES_URL=mongodb:');
    await (await server('server', IN_DATABASE)).close();
    await scratch.db.dropDatabase();
    const inFiles = mongoAt(scratch.url(), `file:${at('content')}`);
    await move(from, inFiles);
    await expect(server('server', IN_DATABASE)).rejects.toThrow('lies in the folder of one server');
    await (await server('server', { ALGOTHEQUE_FILES_URL: `file:${at('content')}` })).close();
  });

  withScratch('is begun anew with its content in another place', async (scratch) => {
    const { at, from, mongo } = await scene(scratch);
    expect(await crashAfter(12, from, mongo)).toBe(true);
    const elsewhere = mongoAt(scratch.url(), `file:${at('content')}`);
    expect(await refusalOf(from, elsewhere)).toContain('--begin-anew removes it and begins anew');
    await move(from, elsewhere, { anew: true });
    expect(await snapshotOf(elsewhere)).toEqual(await snapshotOf(from));
    await expectNoTrace(scratch);
  });

  withScratch('and a server exclude each other, and name each other', async (scratch) => {
    const { at, from, mongo, server } = await scene(scratch);
    const running = await server('server', IN_DATABASE);
    expect(await refusalOf(from, mongo)).toContain(`in use by a server, process ${process.pid}`);
    await running.close();
    const tried: Promise<unknown>[] = [];
    const onLine = (line: string): void => {
      if (line.startsWith('Beginning')) {
        tried.push(server('server', IN_DATABASE).catch((error: unknown) => error));
      }
    };
    await move(from, mongo, { onLine });
    await Promise.all(tried); // otherwise the second migration would see a server that is being refused
    await move(mongo, sqliteIn(at('back')), { onLine });
    expect((await Promise.all(tried)).map(String)).toEqual(
      ['target', 'source'].map(() => expect.stringContaining(`locked by a migration, process ${process.pid}`)),
    );
  });

  withScratch('detects a content that was edited', async (scratch) => {
    const { at, from, mongo } = await scene(scratch);
    await move(from, mongo);
    const { ref } = (await scratch.db.collection<{ _id: number; ref: string }>('algos').findOne({ _id: 2 })) ?? {};
    await scratch.db.collection<{ _id: string }>('contents').updateOne({ _id: `${ref}` }, { $set: { bytes: 'x' } });
    expect(await refusalOf(mongo, sqliteIn(at('back')))).toContain(`algorithm 2: contents/${ref}`);
  });

  withScratch('names what cannot be read', async (scratch) => {
    const { at, from, mongo } = await scene(scratch);
    await move(from, mongo);
    await scratch.db.collection<{ _id: number }>('users').updateOne({ _id: 1 }, { $set: { pseudo: 7 } });
    expect(await refusalOf(mongo, sqliteIn(at('back')))).toMatch(/users, 1, pseudo: it is not a string/);
  });
});

describeMongo('a migration from MongoDB', ({ withScratch }) => {
  withScratch('refuses an absent database, and creates none', async (scratch) => {
    const { at } = await scene(scratch);
    const message = await refusalOf(mongoAt(scratch.url()), sqliteIn(at('target')));
    expect(message).toContain(`There is no store in the MongoDB database ${scratch.name}`);
    expect(await scratch.db.listCollections().toArray()).toEqual([]);
  });

  withScratch('refuses a wrong place of content, and says what to do', async (scratch) => {
    const { at, from, mongo } = await scene(scratch);
    const to = sqliteIn(at('target'));
    const inFiles = mongoAt(scratch.url(), `file:${at('content')}`);
    await move(from, inFiles);
    expect(await refusalOf(mongo, to)).toContain('name its folder by --from-files file:PATH');
    const wrong = mongoAt(scratch.url(), `file:${at('source/algos')}`);
    expect(await refusalOf(wrong, to)).toContain('lies elsewhere');
    await move(inFiles, to);
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });

  withScratch('that was killed at any step is begun anew', async (scratch) => {
    const { at, from, mongo } = await scene(scratch);
    await move(from, mongo);
    const to = sqliteIn(at('target'));
    for (const steps of [0, 4, 8, 12, 5]) expect(await crashAfter(steps, mongo, to)).toBe(true);
    await move(mongo, to, { anew: true });
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });

  withScratch('starts after the lock of a dead process has expired', async (scratch) => {
    const { at, from, mongo } = await scene(scratch);
    await move(from, mongo);
    const died = openMongoStore({ url: scratch.url(), exclusive: true });
    await died.ready();
    expect(await refusalOf(mongo, sqliteIn(at('target')))).toMatch(/or \d+ s after it died/);
    const lock = scratch.db.collection<{ _id: string; users: object[] }>('meta');
    await lock.updateOne({ _id: 'lease' }, { $set: { users: [] } });
    await move(mongo, sqliteIn(at('target')));
    await died.close();
  });
});
