import { SHARE_BYTES } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import { accessiblePage } from '../src/algos/accessiblePage.ts';
import { binCursor, endedCursor } from '../src/algos/algoBin.ts';
import { mongoAlgoRepository } from '../src/algos/algoRepository.ts';
import type { Commands } from '../src/connection/commands.ts';
import { BIN_BY_ID, BINNED } from '../src/documents/collections.ts';
import { openMongoReader } from '../src/openMongoReader.ts';
import { describeMongo } from './support/describeMongo.ts';
import { interposed } from './support/interposed.ts';
import type { Scratch } from './support/mongoFixture.ts';
import { newAlgo } from './support/samples.ts';

const COUNT = 100;
const LIMIT = 5;

/** A store with records, of which every fifth is in the bin: by the date that is its number. */
async function filled({ open }: Pick<Scratch, 'open'>) {
  const store = await open();
  for (let number = 1; number <= COUNT; number += 1) {
    const { id } = await store.algos.insert(newAlgo(await store.algos.nextId()));
    if (number % 5 === 0) await store.bin.add(id, 1, number);
  }
  return store;
}

describeMongo('the bin', ({ withScratch, server }) => {
  withScratch('has documents of exactly this form, and a record is one of its own form again', async (scratch) => {
    const { algos, bin } = await scratch.open();
    const permsAlgorithme = [{ idUtilisateur: 2, droits: 'Read', date: 5, isMailDue: true }] as const;
    const places = [{ idUtilisateur: 2, dossierId: 7 }];
    const shared = await algos.insert(newAlgo(1, { permsAlgorithme, places, modifiedBy: 2, dateSource: 3 }));
    const plain = await algos.insert(newAlgo(2));
    const documents = scratch.db.collection<{ _id: number; deleted: object }>('algos');
    const record = await documents.findOne({ _id: 1 });
    for (const { id } of [shared, plain]) await bin.add(id, 1, 9);
    const { id: _id, waiting: _waiting, ...kept } = plain;
    const deletion = { dateSuppression: 9 };
    expect(await documents.find({}, { sort: { _id: 1 } }).toArray()).toEqual([
      {
        _id: 1,
        deleted: {
          ...kept,
          nom: shared.nom,
          ref: shared.ref,
          permsAlgorithme: [{ idUtilisateur: 2, droits: 'Read', date: 5, due: 0 }],
          places,
          modifiedBy: 2,
          dateSource: 3,
          shareBytes: SHARE_BYTES,
          ...deletion,
        },
      },
      { _id: 2, deleted: { ...kept, shareBytes: 0, ...deletion } },
    ]);
    await bin.restore(1, 1, { permsAlgorithme, places });
    expect(await documents.findOne({ _id: 1 })).toEqual({ ...record, version: 2 });
  });

  withScratch('is read along its indexes, and its sums from an index alone', async (scratch) => {
    await filled(scratch);
    const { db } = scratch;
    const algos = db.collection<{ _id: number }>('algos');
    const after = { dateSuppression: 50, id: 50 };
    const byId = { sort: { _id: 1 }, limit: LIMIT, hint: BIN_BY_ID } as const;
    const cursors = {
      first: binCursor(db, { ownerId: 1, limit: LIMIT }).limit(LIMIT),
      next: binCursor(db, { ownerId: 1, after, limit: LIMIT }).limit(LIMIT),
      ended: endedCursor(db, 90, LIMIT),
      exported: algos.find({ _id: { $gt: 10 }, ...BINNED }, byId),
    };
    for (const [name, cursor] of Object.entries(cursors)) {
      const plan = await cursor.explain('executionStats');
      expect(plan['executionStats'].nReturned, name).toBe(LIMIT);
      expect(plan['executionStats'].totalDocsExamined, name).toBeLessThanOrEqual(LIMIT + 1);
      expect(plan['executionStats'].totalKeysExamined, name).toBeLessThanOrEqual(LIMIT + 1);
      expect(JSON.stringify(plan), name).not.toMatch(/"stage":"(SORT|COLLSCAN)"/);
    }
    const naming = await algos
      .find({ 'deleted.ref': 'ref 5' }, { projection: { _id: 1 }, limit: 1 })
      .explain('executionStats');
    expect(naming['executionStats']).toMatchObject({ nReturned: 1, totalDocsExamined: 1, totalKeysExamined: 1 });
    const sums = { _id: 0, 'deleted.ownerId': 1, 'deleted.contentBytes': 1, 'deleted.shareBytes': 1 };
    const plan = await algos.find({ 'deleted.ownerId': 1 }, { projection: sums }).explain('executionStats');
    expect(plan['executionStats']).toMatchObject({ nReturned: COUNT / 5, totalDocsExamined: 0 });
  });

  withScratch('is a kind of rows of its own in counts, copies and views', async (scratch) => {
    const { portable, algos } = await filled(scratch);
    expect([await portable.countRows('algo'), await portable.countRows('deleted')]).toEqual([80, 20]);
    const views = await openMongoReader({ url: server().url(scratch.name) });
    const idsOf = async (kind: 'algo' | 'deleted') => {
      const ids: number[] = [];
      for await (const rows of views.present.exportRows(kind, (damage) => expect.fail(damage.message)))
        ids.push(...rows.map(({ id }) => id));
      return ids;
    };
    const [records, deleted] = [await idsOf('algo'), await idsOf('deleted')];
    expect(records).toEqual((await algos.listAll({ after: 0, limit: COUNT })).map(({ id }) => id));
    expect(deleted).toEqual(Array.from({ length: 20 }, (_, index) => 5 * (index + 1)));
    expect(await views.present.find(5)).toMatchObject({ id: 5, dateSuppression: 5 });
    expect(await views.present.find(6)).not.toHaveProperty('dateSuppression');
    await views.close();
  });

  withScratch('takes a record that goes there between two reads of a list for a deleted one', async ({ open, db }) => {
    const { algos, bin } = await open();
    const permsAlgorithme = [{ idUtilisateur: 2, droits: 'Read', date: 1, isMailDue: true }] as const;
    for (const id of [1, 2, 3]) await algos.insert(newAlgo(id, { permsAlgorithme }));
    const binBefore = (id: number, read: number): Db => {
      let reads = 0;
      return interposed(db, async (method) => {
        if (method === 'find' || method === 'aggregate') reads += 1;
        if (reads === read) await bin.add(id, 1, 1);
      });
    };
    const { algos: rows } = await accessiblePage(binBefore(1, 2), { by: 1, seenBy: 1, limit: 9, maxBytes: 9_999 });
    expect(rows.map(({ id }) => id)).toEqual([2, 3]);
    const work = binBefore(2, 2);
    const run: Commands['run'] = (_, todo) => todo(work);
    const late = mongoAlgoRepository({ run, repeat: run, health: async () => {} }, async () => {});
    expect((await late.listSharesDue({ endsBefore: 9, after: 0, limit: 9 })).map(({ id }) => id)).toEqual([3]);
  });

  withScratch('keeps a database from getting another place of contents', async ({ open }) => {
    const first = await open({ contentPlace: { owner: 'folder' } });
    await first.algos.insert(newAlgo(1));
    await first.bin.add(1, 1, 1);
    await first.close();
    await expect(open({ contentPlace: 'mongodb' })).rejects.toMatchObject({ name: 'ContentElsewhereError' });
    const again = await open({ contentPlace: { owner: 'folder' } });
    expect(await again.bin.remove({ id: 1, version: 1 })).toBe(true);
    await again.close();
    await (await open({ contentPlace: 'mongodb' })).close();
  });

  withScratch('reports a document whose field is no document, and a key of another type', async ({ open, db }) => {
    const { algos, bin, portable } = await open();
    const documents = db.collection<{ _id: number | string; deleted: unknown }>('algos');
    for (const id of [1, 2]) {
      await algos.insert(newAlgo(id));
      await bin.add(id, 1, 1);
    }
    await documents.insertOne({ _id: 'two', deleted: (await documents.findOne({ _id: 2 }))?.deleted });
    await documents.updateOne({ _id: 1 }, { $set: { deleted: 7 } });
    await expect(bin.find(1)).rejects.toMatchObject({ place: 'algos', id: '1', field: 'deleted' });
    expect([await algos.findById(1), await algos.findById(1, 1)]).toEqual([null, null]);
    const reported: string[] = [];
    const rows: number[] = [];
    for await (const batch of portable.exportRows('deleted', ({ id, field }) => reported.push(`${id} ${field}`)))
      rows.push(...batch.map(({ id }) => id));
    expect([rows, reported]).toEqual([[2], ['two _id', '1 deleted']]);
  });
});
