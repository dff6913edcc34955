import { DamagedError } from '@algotheque/domain';
import { Binary, Decimal128, MongoClient } from 'mongodb';
import { expect, onTestFinished } from 'vitest';
import { algoDocument } from '../src/algos/algoDocuments.ts';
import { findByKey } from '../src/documents/findByKey.ts';
import { insertTogether } from '../src/documents/inserts.ts';
import { openMongoStore } from '../src/index.ts';
import { describeMongo } from './support/describeMongo.ts';
import type { Scratch } from './support/mongoFixture.ts';
import { newAlgo, newSession, newUser } from './support/samples.ts';

const text = (content: string) => new TextEncoder().encode(content);

/** A database whose commands are counted. */
function counted({ name, url }: Scratch, options: Readonly<Record<string, string>> = {}) {
  const client = new MongoClient(url(options), { monitorCommands: true });
  onTestFinished(() => client.close());
  const sent: string[] = [];
  client.on('commandStarted', ({ commandName }) => void sent.push(commandName));
  return { db: client.db(name), sent };
}

/** A store with users 1 to 3, who own algorithms 1 to 3, and have the sessions `s1` to `s3`. */
async function filled({ open }: Scratch) {
  const store = await open();
  for (const id of [1, 2, 3]) {
    await store.users.insert(newUser({ adresseMail: `${id}@example.org` }));
    await store.algos.insert(newAlgo(id, { ownerId: id }));
    await store.sessionStore.insert({ ...newSession(`s${id}`), userId: id });
  }
  return store;
}

describeMongo('reads at the same time', ({ withScratch }) => {
  withScratch('are one command, over one or several collections, and each gets its own document', async (scratch) => {
    await filled(scratch);
    const { db, sent } = counted(scratch);
    const users = await Promise.all([3, 1, 9, 1].map((id) => findByKey(db, 'users', id)));
    expect(users.map((user) => user?._id)).toEqual([3, 1, undefined, 1]);
    expect(sent.splice(0)).toEqual(['find']);
    const mixed = await Promise.all([
      findByKey(db, 'tokens', 's2'),
      findByKey(db, 'users', 2),
      findByKey(db, 'algos', 3),
      findByKey(db, 'algos', 9),
    ]);
    expect(mixed.map((found) => found?._id)).toEqual(['s2', 2, 3, undefined]);
    expect(mixed[2]).toEqual(await scratch.db.collection('algos').findOne({ ref: 'ref 3' }));
    expect(sent.splice(0)).toEqual(['aggregate']);
    await Promise.all(Array.from({ length: 201 }, (_, id) => findByKey(db, 'users', id)));
    expect(sent, 'a hundred a command').toEqual(['find', 'find', 'find']);
  });

  withScratch('are a command each when the URL asks for linearizable reads', async (scratch) => {
    await filled(scratch);
    const { db, sent } = counted(scratch, { readConcernLevel: 'linearizable' });
    const users = await Promise.all([3, 1].map((id) => findByKey(db, 'users', id)));
    expect(users.map((user) => user?._id)).toEqual([3, 1]);
    expect(sent).toEqual(['find', 'find']);
  });

  withScratch('fail alone when a document is damaged', async (scratch) => {
    const { users, algos, sessionStore } = await filled(scratch);
    await scratch.db.collection<{ _id: number }>('users').updateOne({ _id: 2 }, { $set: { pseudo: 7 } });
    const read = await Promise.allSettled([
      users.findById(1),
      users.findById(2),
      algos.findById(2),
      sessionStore.find('s2'),
      algos.usage(3),
      algos.usage(9),
    ]);
    expect(read).toMatchObject([
      { value: { id: 1 } },
      { reason: expect.any(DamagedError) },
      { value: { id: 2, ownerId: 2 } },
      { value: { digest: 's2' } },
      { value: { algos: 1, bytes: 10 } },
      { value: { algos: 0, bytes: 0 } },
    ]);
  });

  withScratch('find a key that was edited to an equal one of another type', async (scratch) => {
    const { algos } = await filled(scratch);
    const documents = scratch.db.collection<{ _id: number | Decimal128 }>('algos');
    const document = await documents.findOne({ _id: 2 });
    await documents.deleteOne({ _id: 2 });
    await documents.insertOne({ ...document, _id: Decimal128.fromString('2.0') });
    const read = await Promise.allSettled([algos.findById(1), algos.findById(2)]);
    expect(read).toMatchObject([{ value: { id: 1 } }, { reason: expect.any(DamagedError) }]);
  });

  withScratch('are repeated when the answer is lost', async (scratch) => {
    const { users, algos } = await filled(scratch);
    scratch.proxy.loseAnswerTo('aggregate');
    expect(await Promise.all([users.findById(1), algos.findById(2)])).toMatchObject([{ id: 1 }, { id: 2 }]);
    expect(scratch.proxy.lost()).toBe(1);
  });
});

describeMongo('writes at the same time', ({ withScratch }) => {
  withScratch('of records are one command, and one that is refused fails alone', async (scratch) => {
    const { algos } = await filled(scratch);
    const inserted = await Promise.allSettled([
      algos.insert(newAlgo(4)),
      algos.insert(newAlgo(2, { ref: 'another' })),
      algos.insert(newAlgo(5)),
    ]);
    expect(inserted).toMatchObject([
      { value: { id: 4, version: 1 } },
      { reason: expect.any(DamagedError) },
      { value: { id: 5, version: 1 } },
    ]);
    expect(await algos.findById(2), 'not overwritten').toMatchObject({ ref: 'ref 2' });
    const { db, sent } = counted(scratch);
    const documents = [6, 7, 8].map((id) => ({ ...algoDocument({ ...newAlgo(id), id, version: 1 }) }));
    expect(await Promise.all(documents.map((document) => insertTogether(db, 'algos', document)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(sent.splice(0)).toEqual(['insert']);
    expect(await Promise.all(documents.map((document) => insertTogether(db, 'algos', document)))).toEqual([
      false,
      false,
      false,
    ]);
    expect(sent, 'together, and then each alone').toEqual(Array(4).fill('insert'));
  });

  withScratch('are counted for each command', async (scratch) => {
    const counts: number[] = [];
    const { algos } = await scratch.open({ onCommit: (writes) => counts.push(writes) });
    await Promise.all([4, 5, 6].map((id) => algos.insert(newAlgo(id))));
    await algos.insert(newAlgo(7));
    expect(counts).toEqual([3, 1]);
  });

  withScratch('of contents are one command, and a large one is alone', async (scratch) => {
    await filled(scratch);
    const { db, sent } = counted(scratch);
    const lengths = [10, 10, 300_000, 10, 200_000, 100_000];
    const documents = lengths.map((length, at) => ({ _id: `${at}`, bytes: new Binary(new Uint8Array(length)) }));
    await Promise.all(documents.map((document) => insertTogether(db, 'contents', document)));
    expect(sent, '2, 1, 2, and 1 for 100,000 bytes that are too many beside 200,000').toEqual(Array(4).fill('insert'));
    expect(await scratch.db.collection('contents').countDocuments()).toBe(lengths.length);
  });

  withScratch('are there once each when the answer is lost', async (scratch) => {
    const { contentStore } = await filled(scratch);
    scratch.proxy.loseAnswerTo('insert');
    const refs = await Promise.all(['1', '2', '3'].map((content) => contentStore.stage(text(content), null)));
    expect(scratch.proxy.lost()).toBe(1);
    expect(await Promise.all(refs.map((ref) => contentStore.read(1, ref)))).toEqual(['1', '2', '3'].map(text));
    expect(await scratch.db.collection('contents').countDocuments()).toBe(3);
    scratch.proxy.loseAnswerTo('update');
    await Promise.all(refs.map((ref, at) => contentStore.publish(at + 1, ref)));
    await contentStore.settled?.();
    await contentStore.noteRemoval(refs);
    expect(scratch.proxy.lost()).toBe(2);
    expect(await scratch.db.collection('contents').countDocuments({ staged: { $exists: true } })).toBe(3);
  });

  withScratch('all fail when the database is out of reach', async (scratch) => {
    const url = scratch.url({ serverSelectionTimeoutMS: '200' });
    const store = openMongoStore({ url, onProblem: () => {} });
    onTestFinished(() => store.close());
    await store.ready();
    await scratch.proxy.cut();
    const calls = [1, 2, 3].flatMap((id) => [store.algos.insert(newAlgo(id)), store.algos.findById(id)]);
    const reasons = (await Promise.allSettled(calls)).map((call) => (call.status === 'rejected' ? call.reason : null));
    expect(reasons.map((reason) => (reason as Error | null)?.name)).toEqual(calls.map(() => 'UnavailableError'));
    expect(new Set(reasons).size, 'each its own error').toBe(calls.length);
  });
});
