import { DamagedError } from '@algotheque/domain';
import type { Document } from 'mongodb';
import { expect } from 'vitest';
import { describeMongo } from './support/describeMongo.ts';

const bytes = new TextEncoder().encode('{}');

describeMongo('a database of schema version 2', ({ withScratch }) => {
  withScratch('has its notes of unfinished work as marks of the contents after the start', async (scratch) => {
    const { open, db, problems } = scratch;
    const { contentStore } = await open({ now: () => 0 });
    const [old, replacing, deleted] = [
      await contentStore.stage(bytes, null),
      await contentStore.stage(bytes, null),
      await contentStore.stage(bytes, null),
    ];
    const contents = db.collection('contents');
    await contents.updateMany({}, { $unset: { staged: '', unfinished: '' } });
    await db.collection<{ _id: string }>('meta').updateOne({ _id: 'schema' }, { $set: { version: 2 } });
    const notes = db.collection<Document & { readonly _id: string }>('staging');
    await notes.insertMany([
      { _id: replacing, ref: replacing, change: 'stage', date: 1, replaces: old },
      { _id: `${deleted} delete a`, ref: deleted, change: 'delete', date: 2, id: 7, by: 'a' },
      { _id: `${deleted} delete b`, ref: deleted, change: 'delete', date: 3, id: 7, by: 'b' },
      { _id: 'absent', ref: 'absent', change: 'stage', date: 4 },
      { _id: 'damaged', ref: old, change: 'staged', date: 5 },
    ]);

    const lines: string[] = [];
    const next = (await open({ onNotice: (line) => void lines.push(line) })).contentStore;
    expect(lines).toEqual([
      expect.stringMatching(/^MongoDB database \S+: the schema was upgraded from version 2 to 13$/),
    ]);
    expect(await next.pending(Number.MAX_SAFE_INTEGER)).toEqual([
      { kind: 'deleting', id: 7 },
      { kind: 'staged', ref: replacing },
    ]);
    expect(await notes.distinct('_id'), 'the damaged one stays').toEqual(['damaged']);
    expect(problems).toEqual([expect.any(DamagedError)]);
    expect(problems).toMatchObject([{ place: 'staging', id: 'damaged', field: 'change' }]);
    expect(await db.collection<{ _id: string }>('meta').findOne({ _id: 'schema' })).toEqual({
      _id: 'schema',
      version: 13,
    });

    await next.publish(1, replacing);
    await next.delete(7, null);
    expect(await contents.distinct('_id')).toEqual([replacing]);
    expect(await next.read(1, replacing)).toEqual(bytes);
    await open();
    expect(await next.pending(Number.MAX_SAFE_INTEGER)).toEqual([]);
  });
});
