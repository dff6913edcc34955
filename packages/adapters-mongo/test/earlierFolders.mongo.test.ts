import { readFileSync } from 'node:fs';
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import { describeMongo } from './support/describeMongo.ts';

interface FormerFolder {
  readonly _id: number;
  readonly nom: string;
  readonly ownerId: number;
  readonly parentId: number | null;
}

/** What the adapter of the commit d723b453 has written: the documents as they are. */
const STATE: {
  readonly folders: readonly FormerFolder[];
  readonly meta: readonly { readonly _id: string }[];
  readonly counters: readonly { readonly _id: string }[];
} = JSON.parse(readFileSync(new URL('earlierStates/d723b453-folders.json', import.meta.url), 'utf8'));

/** The ids of folders that were in no folder of their owner, or lowest in a cycle. */
const PUT_TO_THE_TOP = [7, 8, 9, 10];

const OWNERS = [1, 2, 3, 4, 5];

function treeOf(owner: number) {
  const own = STATE.folders.filter(({ ownerId }) => ownerId === owner);
  const folders = own.map(({ _id, nom, parentId }) => ({
    id: _id,
    nom,
    parentId: PUT_TO_THE_TOP.includes(_id) ? null : parentId,
  }));
  return { ownerId: owner, version: 1, lastId: own.at(-1)?._id, folders };
}

describeMongo('folders that an earlier commit has written', ({ withScratch }) => {
  withScratch('become a tree for each owner, also after a kill in the middle', async ({ open, db, problems }) => {
    await former(db).insertMany([...STATE.folders]);
    await documents(db, 'meta').insertMany([...STATE.meta]);
    await documents(db, 'counters').insertMany([...STATE.counters]);
    for (let times = 0; times < 2; times += 1) {
      const store = await open({ onNotice: () => {} });
      for (const owner of OWNERS) expect(await store.folders.find(owner)).toEqual(treeOf(owner));
      expect(await store.folders.find(6)).toMatchObject({ version: 0 });
      for await (const rows of store.portable.exportRows('lastId')) expect(rows).toBe('never reached');
      expect(await db.listCollections({ name: 'folders' }).toArray()).toEqual([]);
      expect(problems).toEqual([]);
      await store.close();
      await killedInTheMiddle(db);
    }
  });

  withScratch('stay where they are if they are damaged, and are reported; the others are moved', async (scratch) => {
    const { db, problems } = scratch;
    await former(db).insertMany([...STATE.folders]);
    await documents(db, 'meta').insertMany([...STATE.meta]);
    const edits = [
      [3, { nom: 7 }],
      [15, { ownerId: 'one' }],
      [17, { ownerId: -1 }],
    ] as const;
    for (const [_id, set] of edits) await db.collection<{ _id: number }>('folders').updateOne({ _id }, { $set: set });
    const { folders } = await scratch.open({ onNotice: () => {} });
    expect((await folders.find(2)).folders).toContainEqual({ id: 5, nom: '', parentId: null });
    expect((await folders.find(1)).folders).toContainEqual({ id: 14, nom: 'above its parent', parentId: null });
    expect((await folders.find(5)).folders.map(({ id }) => id)).toEqual([16, 18, 19]);
    const left = await former(db).find().sort({ _id: 1 }).toArray();
    expect(left.map(({ _id }) => _id)).toEqual([3, 15, 17]);
    expect(problems.map(String).toSorted()).toEqual([
      expect.stringMatching(/folders\/15: ownerId|folders.*15.*ownerId/),
      expect.stringMatching(/folders.*17.*ownerId/),
      expect.stringMatching(/folders.*3.*nom/),
    ]);
  });
});

const former = (db: Db) => db.collection<FormerFolder>('folders');
const documents = (db: Db, name: string) => db.collection<{ _id: string }>(name);

/** As a kill leaves it: one owner is done, the tree of another was written and the documents are there, the others are as they were. */
async function killedInTheMiddle(db: Db): Promise<void> {
  await former(db).insertMany(STATE.folders.filter(({ ownerId }) => ownerId !== 1));
  await db.collection<{ _id: number }>('folderTrees').deleteMany({ _id: { $nin: [1, 2] } });
  await documents(db, 'meta').updateOne({ _id: 'schema' }, { $set: { isUnfinished: true } });
}
