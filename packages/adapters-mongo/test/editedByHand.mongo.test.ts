import { DamagedError } from '@algotheque/domain';
import { expect } from 'vitest';
import { expectDamaged, filled } from './support/broken.ts';
import { describeMongo } from './support/describeMongo.ts';
import { EDITS, SECRET } from './support/edits.ts';
import { dueOf, newAlgo, newUser } from './support/samples.ts';
import { textOf } from './support/textOf.ts';

describeMongo('a document that was edited by hand', ({ withScratch }) => {
  withScratch('is reported with collection, id and field, and not overwritten', async (scratch) => {
    const { store } = await filled(scratch);
    for (const { collection, id, update, broken, notice } of EDITS) {
      const documents = scratch.db.collection<{ _id: number | string }>(collection);
      const original = await documents.findOne({ _id: id });
      await documents.updateOne({ _id: id }, update);
      const edited = await documents.findOne({ _id: id });
      expect(edited, collection).not.toEqual(original);
      const shownId = collection === 'tokens' ? 'digest00' : id;
      await expectDamaged(notice(store), { place: collection, id: shownId, field: broken });
      expect(await documents.findOne({ _id: id }), broken).toEqual(edited);
      if (original !== null) await documents.replaceOne({ _id: id }, original);
    }
    expect(await store.users.findById(1), 'mended').not.toBeNull();
  });

  withScratch('is detected in content, by its type and by its digest', async (scratch) => {
    const { store, ref } = await filled(scratch);
    const contents = scratch.db.collection<{ _id: string }>('contents');
    await contents.updateOne({ _id: ref }, { $set: { bytes: SECRET } });
    await expectDamaged(store.contentStore.read(1, ref), { place: 'contents', id: ref, field: 'bytes' });
    await contents.updateOne({ _id: ref }, { $set: { bytes: Buffer.from(SECRET) } });
    await expectDamaged(store.contentStore.read(1, ref), { place: 'contents', id: ref, field: 'bytes' });
  });

  withScratch('is reported by the lists of background work, and does not block other documents', async (scratch) => {
    const { store } = await filled(scratch);
    const { db } = scratch;
    const reported: string[] = [];
    const onDamaged = ({ place, id, field, message }: DamagedError) => {
      reported.push(`${place}/${place === 'contents' ? '…' : id}: ${field}`);
      expect(message).not.toContain(SECRET);
    };
    await store.deletions.add({ userId: 8, date: 2 });
    await store.users.insert(newUser({ adresseMail: 'b@example.org', due: [dueOf('notice', 2)] }));
    await db.collection<{ _id: number }>('deletions').updateOne({ _id: 7 }, { $set: { date: SECRET } });
    await db.collection<{ _id: number }>('users').updateOne({ _id: 1 }, { $unset: { deleted: '' } });
    const contents = db.collection<{ _id: string }>('contents');
    await contents.updateOne({}, { $set: { 'staged.date': SECRET } });
    const stage = () => store.contentStore.stage(new Uint8Array(), null);
    await contents.updateOne({ _id: await stage() }, { $set: { 'staged.replaces': [SECRET] } });
    const intact = await stage();
    expect(await store.deletions.list(onDamaged)).toEqual([{ userId: 8, date: 2 }]);
    expect(await store.dueWork.listDue({ before: 9, limit: 9 }, onDamaged)).toMatchObject([{ id: 2 }]);
    expect(await store.contentStore.pending(Number.MAX_SAFE_INTEGER, onDamaged)).toEqual([intact]);
    expect(reported.toSorted()).toEqual([
      'contents/…: staged.date',
      'contents/…: staged.replaces',
      'deletions/7: date',
      'users/1: deleted',
    ]);
  });

  withScratch('is left out of an export, which reports it, when its key has another type', async ({ open, db }) => {
    const store = await open();
    const { id } = await store.users.insert(newUser());
    const users = db.collection<{ _id: number | string; adresseMail: string; addresses: string[] }>('users');
    await users.insertOne({
      ...(await users.findOne({ _id: id })),
      _id: '9',
      adresseMail: 'b@example.org',
      addresses: ['b@example.org'],
    });
    const [ids, reported]: [number[], unknown[]] = [[], []];
    const onDamaged = ({ place, id: key, field }: DamagedError) => void reported.push([place, key, field]);
    for await (const rows of store.portable.exportRows('user', onDamaged)) ids.push(...rows.map((row) => row.id));
    expect([ids, reported]).toEqual([[id], [['users', '9', '_id']]]);
    const rows = store.portable.exportRows('user')[Symbol.asyncIterator]();
    await expect(rows.next()).rejects.toBeInstanceOf(DamagedError);
  });

  withScratch('prevents a start when it describes the whole database', async ({ open, db }) => {
    const meta = db.collection<{ _id: string }>('meta');
    const options = { secretFingerprint: 'one', contentPlace: 'mongodb' } as const;
    await (await open(options)).close();
    for (const [_id, field] of [
      ['schema', 'version'],
      ['secret', 'fingerprint'],
      ['files', 'owner'],
      ['lease', 'lastAlone'],
    ] as const) {
      const original = await meta.findOne({ _id });
      await meta.updateOne({ _id }, { $set: { [field]: [SECRET] } });
      const refused: unknown = await open(options).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(DamagedError);
      expect(refused).toMatchObject({ place: 'meta', id: _id, field });
      expect(textOf(refused)).not.toContain(SECRET);
      expect(await meta.findOne({ _id }), 'not overwritten').toMatchObject({ [field]: [SECRET] });
      if (original !== null) await meta.replaceOne({ _id }, original);
    }
    await open(options);
  });

  withScratch('is detected when a counter was set back: no new user gets the id of another', async (scratch) => {
    const { store } = await filled(scratch);
    const ada = await store.users.findById(1);
    const counter = (id: string) => ({ place: 'counters', id, field: 'last' });
    const reset = () => scratch.db.collection<{ _id: string }>('counters').updateMany({}, { $set: { last: 0 } });
    await reset();
    await expectDamaged(store.users.insert(newUser({ adresseMail: 'b@example.org' })), counter('user'));
    await reset();
    await expect(store.users.insert(newUser({ pseudo: 'Eve' }))).rejects.toMatchObject({ name: 'EmailTakenError' });
    await reset();
    const { algos } = await scratch.open(); // another store, because the first one has reserved ids
    await expectDamaged(algos.insert(newAlgo(await algos.nextId(), { ref: 'other' })), counter('algo'));
    expect(await store.users.findById(1)).toEqual(ada);
  });
});
