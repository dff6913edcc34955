import { type Collection, type Document, MongoClient } from 'mongodb';
import { expect, onTestFinished } from 'vitest';
import { usageOf } from '../src/algos/usage.ts';
import type { AlgoDocument } from '../src/documents/collections.ts';
import { describeMongo } from './support/describeMongo.ts';
import type { Scratch } from './support/mongoFixture.ts';
import { newAlgo } from './support/samples.ts';

const CONTENT = new TextEncoder().encode('[1234567]');
const SIZE = CONTENT.length;
const OWNED = [
  [1, [11, 12, 13]],
  [2, [21, 22, 23]],
] as const;
const MOVING = 13;

/** The pipelines that were sent. */
async function sentFor({ name, url }: Scratch, ownerId: number): Promise<readonly (readonly Document[])[]> {
  const client = new MongoClient(url(), { monitorCommands: true });
  onTestFinished(() => client.close());
  const sent: (readonly Document[])[] = [];
  client.on('commandStarted', ({ command }) => void sent.push(command['pipeline']));
  await usageOf(client.db(name), ownerId);
  return sent;
}

/** The reads of a pipeline in their order, and what it does with all that they give. */
function partsOf(pipeline: readonly Document[]): { readonly reads: Document[][]; readonly rest: Document[] } {
  const first = pipeline.findIndex(({ $unionWith }) => $unionWith !== undefined);
  const unions = pipeline.filter(({ $unionWith }) => $unionWith !== undefined);
  expect(unions.map(({ $unionWith }) => $unionWith.coll)).toEqual(unions.map(() => 'algos'));
  const reads = [pipeline.slice(0, first), ...unions.map(({ $unionWith }) => $unionWith.pipeline)];
  return { reads, rest: pipeline.slice(first + unions.length) };
}

/** Two owners with three algorithms each: one in the bin, two records, of which `move` deletes and restores one. */
async function filled({ open, db }: Scratch) {
  const { algos, bin } = await open();
  for (const [ownerId, ids] of OWNED) {
    for (const id of ids) await algos.insert(newAlgo(id, { ownerId, contentBytes: SIZE }));
    await bin.add(ids[0], 1, 5);
  }
  const restoration = { permsAlgorithme: [], places: [] };
  let version = 1;
  const move = {
    delete: async () => expect(await bin.add(MOVING, version, 5)).toBe(true),
    restore: async () => {
      expect(await bin.restore(MOVING, version, restoration)).not.toBeNull();
      version += 1;
    },
  };
  return { algos, move, documents: db.collection<AlgoDocument>('algos') };
}

describeMongo('what an owner has', ({ withScratch }) => {
  withScratch(
    'is read by one command, and counts an algorithm once that moves between two of its reads',
    async (scratch) => {
      const { move, documents } = await filled(scratch);
      const sent = await sentFor(scratch, 1);
      expect(sent.length).toBe(1);
      const { reads, rest } = partsOf(sent[0] ?? []);
      const counted = new Map<string, unknown>();
      for (const name of ['delete', 'restore'] as const) {
        for (const at of reads.keys()) {
          const found: Document[] = [];
          for (const [index, read] of reads.entries()) {
            if (index === at) await move[name]();
            found.push(...(await documents.aggregate(read).toArray()));
          }
          counted.set(`${name} before read ${at + 1}`, await finished(scratch, found, rest));
          await move[name === 'delete' ? 'restore' : 'delete']();
        }
        await move[name]();
      }
      const expected = { _id: 1, algos: 3, bytes: 3 * SIZE };
      expect(Object.fromEntries(counted)).toEqual(
        Object.fromEntries([...counted.keys()].map((key) => [key, [expected]])),
      );
      expect(counted.size).toBe(2 * reads.length);
    },
  );

  withScratch('is read from two indexes alone', async (scratch) => {
    const { documents } = await filled(scratch);
    const { reads } = partsOf((await sentFor(scratch, 1))[0] ?? []);
    for (const read of reads) await expectCovered(documents, read);
  });

  withScratch('counts for each of several owners who are read together', async (scratch) => {
    const { algos } = await filled(scratch);
    const both = await Promise.all([1, 2, 3].map((ownerId) => algos.usage(ownerId)));
    expect(both).toEqual([
      { algos: 3, bytes: 3 * SIZE },
      { algos: 3, bytes: 3 * SIZE },
      { algos: 0, bytes: 0 },
    ]);
  });
});

/** What the last stages make of these documents, of which several may have the same `_id`. */
async function finished({ db }: Scratch, found: readonly Document[], rest: readonly Document[]): Promise<Document[]> {
  const scratch = db.collection('found');
  await scratch.deleteMany({});
  await scratch.insertMany(found.map((document) => ({ document })));
  return scratch.aggregate([{ $replaceRoot: { newRoot: '$document' } }, ...rest]).toArray();
}

async function expectCovered(documents: Collection<AlgoDocument>, [first]: readonly Document[]): Promise<void> {
  const query: Document = first?.['$match'];
  const path = Object.keys(query)[0] ?? '';
  const summed = ['contentBytes', 'shareBytes'].map((name) => [path.replace('ownerId', name), 1]);
  const projection = { [path]: 1, ...Object.fromEntries(summed) };
  const { executionStats } = await documents.find(query, { projection }).explain('executionStats');
  expect(executionStats, path).toMatchObject({ nReturned: expect.any(Number), totalDocsExamined: 0 });
  expect(executionStats.nReturned, path).toBeGreaterThan(0);
}
