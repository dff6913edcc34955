import { createHash } from 'node:crypto';
import type { AlgoBin, AlgoHistory } from '@algotheque/domain';
import { MemoryContents, memoryContentStore } from '@algotheque/domain/memory';
import { Binary, type Db, type Document } from 'mongodb';
import { expect } from 'vitest';
import type { Commands } from '../src/connection/commands.ts';
import type { MongoStore } from '../src/index.ts';
import { moveToBin } from '../src/schema/bin.ts';
import { claimedContents, moveBinContents } from '../src/schema/binContents.ts';
import { describeMongo } from './support/describeMongo.ts';
import { interposed } from './support/interposed.ts';
import { newAlgo } from './support/samples.ts';

const DATE = 1_780_000_000_000;
const FORMER_INDEX = { ownerId: 1, dateSuppression: 1, algoId: 1, contentBytes: 1 } as const;
const contentOf = (name: string) => new TextEncoder().encode(`{"of":"${name}"}`);
const refOf = (name: string) => `${name}-${createHash('sha256').update(contentOf(name)).digest('hex')}`;

/** A document of the history as schema version 11 wrote it: of an algorithm and a version, deleted or replaced. */
function entry(algoId: number, version: number, fields: Document = {}) {
  const name = `ref ${algoId} ${version}${fields['dateSuppression'] === undefined ? '' : ' deleted'}`;
  return {
    _id: refOf(name),
    algoId,
    version,
    ownerId: 7,
    nom: `algorithm ${algoId}`,
    dateCreation: DATE,
    dateModification: DATE + version,
    modifiedBy: null,
    contentBytes: contentOf(name).length,
    dateSuppression: null,
    dateExpiration: DATE + 1_000 + version,
    permsAlgorithme: [],
    places: [],
    bytes: new Binary(contentOf(name)),
    ...fields,
  };
}

const SHARES = {
  permsAlgorithme: [{ idUtilisateur: 9, droits: 'Read', date: DATE }],
  places: [{ idUtilisateur: 9, dossierId: 3 }],
};
const deleted = (algoId: number, version: number, fields: Document = {}) =>
  entry(algoId, version, { dateSuppression: DATE + algoId, ...SHARES, ...fields });

/** Algorithm 2 is there; of the others nothing is left but this. */
const ENTRIES = [
  entry(1, 1),
  deleted(1, 3, { modifiedBy: 9, dateSource: DATE + 2 }),
  deleted(2, 2),
  deleted(3, 1),
  entry(3, 2),
  deleted(4, 2),
  deleted(4, 5),
  entry(4, 5),
  ...Array.from({ length: 120 }, (_, index) => deleted(100 + index, 1)),
];

const BINNED = [219, ...Array.from({ length: 119 }, (_, index) => 218 - index), 4, 1];
const VERSIONS = [
  [1, [1]],
  [2, [2]],
  [3, [2, 1]],
  [4, [5, 2]],
] as const;

async function expectMoved({ bin, history }: { readonly bin: AlgoBin; readonly history: AlgoHistory }): Promise<void> {
  expect((await bin.list({ ownerId: 7, limit: 1_000 })).map(({ id }) => id)).toEqual(BINNED);
  for (const [id, versions] of VERSIONS)
    expect((await history.list(id)).map(({ version }) => version)).toEqual(versions);
}

describeMongo('deleted algorithms that an earlier release has kept in the history', ({ withScratch }) => {
  withScratch('are moved to the bin, also after a kill in the middle', async ({ open, db, problems }) => {
    await (await open()).algos.insert(newAlgo(2, { ownerId: 7 }));
    await history(db).createIndex(FORMER_INDEX);
    for (let times = 0; times < 2; times += 1) {
      if (times === 0) await history(db).insertMany(ENTRIES);
      else await putBack(db, [deleted(1, 3), deleted(100, 1)]);
      const state = times === 0 ? { version: 11 } : { isUnfinished: true };
      await meta(db).updateOne({ _id: 'schema' }, { $set: state });
      const { algos, ...store } = await open({ onNotice: () => {} });
      await expectMoved(store);
      expect(await algos.findById(2)).toMatchObject({ ref: 'ref 2' });
      const name = 'ref 1 3 deleted';
      const found = await store.bin.find(1);
      expect(found).toEqual({
        id: 1,
        ref: expect.stringMatching(refOf(name).slice(name.length)),
        nom: 'algorithm 1',
        dateCreation: DATE,
        dateModification: DATE + 3,
        ownerId: 7,
        version: 3,
        contentBytes: contentOf(name).length,
        modifiedBy: 9,
        dateSource: DATE + 2,
        ...SHARES,
        waiting: [],
        dateSuppression: DATE + 1,
      });
      expect(await store.contentStore.read(1, found?.ref ?? '')).toEqual(contentOf(name));
      expect(await db.collection('contents').countDocuments()).toBe(BINNED.length);
      expect(await db.collection('contents').countDocuments({ unfinished: true })).toBe(0);
      expect(await db.collection('algos').countDocuments({ 'deleted.bytes': { $exists: true } })).toBe(0);
      expect((await store.history.find(4, 2))?.content).toEqual(contentOf('ref 4 2 deleted'));
      expect(await history(db).countDocuments(FORMER)).toBe(0);
      expect((await history(db).indexes()).map(({ name }) => name)).not.toContain(
        'ownerId_1_dateSuppression_1_algoId_1_contentBytes_1',
      );
      expect(problems).toEqual([]);
      await store.close();
    }
  });

  withScratch('are all there, wherever the upgrade ends before it is repeated', async ({ open, db }) => {
    const store = await open();
    await store.algos.insert(newAlgo(2, { ownerId: 7 }));
    const some = ENTRIES.filter(({ algoId }) => algoId < 100);
    for (let most = 0, isDone = false; !isDone; most += 1) {
      await db.collection('algos').deleteMany({ deleted: { $exists: true } });
      await history(db).deleteMany({});
      await history(db).insertMany(some);
      let left = most;
      const ending = interposed(db, async () => {
        if (left === 0) throw new Error('ended');
        left -= 1;
      });
      isDone = await moveToBin(commandsOn(ending), expectNoDamage).then(
        () => true,
        () => false,
      );
      await moveToBin(commandsOn(db), expectNoDamage);
      expect(
        (await store.bin.list({ ownerId: 7, limit: 9 })).map(({ id }) => id),
        `${most}`,
      ).toEqual([4, 1]);
      for (const [id, versions] of VERSIONS)
        expect(
          (await store.history.list(id)).map(({ version }) => version),
          `${most}`,
        ).toEqual(versions);
      expect(await history(db).countDocuments(FORMER)).toBe(0);
      expect(most).toBeLessThan(100);
    }
  });

  withScratch('are moved by several servers at once', async ({ open, db }) => {
    const store = await open();
    await store.algos.insert(newAlgo(2, { ownerId: 7 }));
    await history(db).insertMany(ENTRIES);
    await Promise.all([1, 2, 3].map(() => moveToBin(commandsOn(db), expectNoDamage)));
    await expectMoved(store);
  });

  withScratch('are moved with their damage; one without its algorithm stays, and is reported', async (scratch) => {
    const { open, db, problems } = scratch;
    await (await open()).close();
    await history(db).insertMany([
      deleted(1, 3, { nom: 7 }),
      deleted(4, 5, { bytes: 'text' }),
      deleted(5, 1, { algoId: 'five' }),
      deleted(6, 1),
      deleted(7, 1, { bytes: new Binary(contentOf('another')) }),
    ]);
    await meta(db).updateOne({ _id: 'schema' }, { $set: { version: 11 } });
    const { bin } = await open({ onNotice: () => {} });
    expect(problems).toMatchObject([
      { place: 'history', id: refOf('ref 5 1 deleted'), field: 'algoId' },
      { place: 'algos', id: '4', field: 'deleted.bytes' },
      { place: 'algos', id: '7', field: 'deleted.bytes' },
    ]);
    expect(await history(db).distinct('_id')).toEqual([refOf('ref 5 1 deleted')]);
    await expect(bin.find(1)).rejects.toMatchObject({ place: 'algos', id: '1', field: 'deleted.nom' });
    expect((await bin.find(6))?.id).toBe(6);
  });
});

describeMongo('contents that an earlier release has kept in the bin', ({ withScratch }) => {
  /** Three documents of the bin as schema version 12 wrote them. */
  async function kept(db: Db): Promise<void> {
    await db.collection('contents').deleteMany({});
    await db.collection('algos').deleteMany({});
    await history(db).insertMany([1, 2, 3].map((id) => deleted(id, 1)));
    await moveToBin(commandsOn(db), expectNoDamage);
    expect(await db.collection('algos').countDocuments({ 'deleted.bytes': { $exists: true } })).toBe(3);
  }

  const readAll = async ({ bin, contentStore }: MongoStore) =>
    Promise.all(
      [1, 2, 3].map(async (id) => {
        const bytes = await contentStore.read(id, (await bin.find(id))?.ref ?? '');
        return new TextDecoder().decode(bytes ?? undefined);
      }),
    );
  const EXPECTED = [1, 2, 3].map((id) => new TextDecoder().decode(contentOf(`ref ${id} 1 deleted`)));

  withScratch('are all there, wherever the upgrade ends before it is repeated', async ({ open, db }) => {
    const store = await open();
    for (let most = 0, isDone = false; !isDone; most += 1) {
      await kept(db);
      let left = most;
      const ending = interposed(db, async () => {
        if (left === 0) throw new Error('ended');
        left -= 1;
      });
      isDone = await moveContents(commandsOn(ending)).then(
        () => true,
        () => false,
      );
      await moveContents(commandsOn(db));
      expect(await readAll(store), `${most}`).toEqual(EXPECTED);
      const pending = await store.contentStore.pending(Date.now() + 3_600_000);
      for (const work of pending) {
        if (work.kind !== 'staged') expect.fail('nothing was deleted');
        const id = await store.bin.idOf(work.ref);
        await (id === null ? store.contentStore.discard(work.ref) : store.contentStore.publish(id, work.ref));
      }
      expect(await db.collection('contents').countDocuments(), `${most}`).toBe(3);
      expect(await readAll(store)).toEqual(EXPECTED);
      expect(most).toBeLessThan(100);
    }
  });

  withScratch('are moved by several servers at once', async ({ open, db }) => {
    const store = await open();
    await kept(db);
    await Promise.all([1, 2, 3].map(() => moveContents(commandsOn(db))));
    expect(await readAll(store)).toEqual(EXPECTED);
    expect(await db.collection('contents').countDocuments()).toBe(3);
  });

  withScratch('go to the folder that the server claims, and not without it', async ({ open, db }) => {
    const contents = new MemoryContents();
    const files = memoryContentStore({ now: () => DATE }, contents);
    const contentPlace = { owner: 'folder', openStore: async () => files };
    await (await open({ contentPlace })).close();
    await kept(db);
    await meta(db).updateOne({ _id: 'schema' }, { $set: { version: 12 } });
    for (const wrong of [{}, { contentPlace: { owner: 'folder' } }])
      await expect(open({ ...wrong, onNotice: () => {} })).rejects.toThrow('start that server once');
    const { bin } = await open({ contentPlace, onNotice: () => {} });
    for (const id of [1, 2, 3]) expect(contents.published.get(id)?.ref).toBe((await bin.find(id))?.ref);
    expect(await db.collection('contents').countDocuments()).toBe(0);
  });
});

/** As a kill leaves them between their insertion into the bin and their removal from the history. */
async function putBack(db: Db, entries: readonly ReturnType<typeof entry>[]): Promise<void> {
  await history(db).insertMany([...entries]);
  const documents = db.collection<Document & { readonly _id: number }>('algos');
  for (const { _id: ref, algoId, bytes } of entries) {
    const moved = await documents.findOne({ _id: algoId });
    await db.collection<{ readonly _id: string }>('contents').deleteOne({ _id: moved?.['deleted'].ref });
    await documents.updateOne({ _id: algoId }, { $set: { 'deleted.ref': ref, 'deleted.bytes': bytes } });
  }
}

const moveContents = (commands: Commands) =>
  moveBinContents(commands, () => claimedContents(commands, undefined, 'server'), expectNoDamage);

const FORMER = {
  $or: ['dateSuppression', 'permsAlgorithme', 'places'].map((field) => ({ [field]: { $exists: true } })),
};
const history = (db: Db) => db.collection<Document & { readonly _id: string }>('history');
const meta = (db: Db) => db.collection<{ readonly _id: string }>('meta');
const commandsOn = (db: Db): Commands => ({ run: (_, work) => work(db), repeat: (_, work) => work(db) });
const expectNoDamage = (damage: Error): void => expect.fail(damage.message);
