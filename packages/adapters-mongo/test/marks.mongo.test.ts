import { PENDING_AGE_MS } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import { describeMongo } from './support/describeMongo.ts';
import type { Scratch } from './support/mongoFixture.ts';
import { newAlgo } from './support/samples.ts';

interface StoredContent {
  readonly _id: string;
  readonly unfinished?: boolean;
  readonly staged?: unknown;
}

const NOW = 1_775_000_000_000;
const LATER = NOW + 2 * PENDING_AGE_MS;
const bytes = new TextEncoder().encode('{}');

const contentsOf = (db: Db) => db.collection<StoredContent>('contents');

/** The fields besides the content. */
async function marksOf(db: Db, ref: string) {
  const found = await contentsOf(db).findOne({ _id: ref }, { projection: { _id: 0, bytes: 0 } });
  return found && Object.keys(found).sort();
}

async function servers({ open }: Scratch) {
  const [one, other] = [await open({ now: () => NOW }), await open({ now: () => NOW })];
  return { one: one.contentStore, other: other.contentStore };
}

describeMongo('marks of contents', ({ withScratch }) => {
  withScratch('are there from the same write on, and gone with the work', async (scratch) => {
    const { one } = await servers(scratch);
    const [published, withdrawn] = [await one.stage(bytes, null), await one.stage(bytes, null)];
    expect(await contentsOf(scratch.db).findOne({ _id: published })).toMatchObject({
      unfinished: true,
      staged: { date: NOW },
    });
    await one.publish(1, published);
    await one.publish(2, withdrawn);
    await one.settled?.();
    expect(await marksOf(scratch.db, published)).toEqual([]);
    await one.noteRemoval([withdrawn, published]);
    expect(await marksOf(scratch.db, withdrawn)).toEqual(['staged', 'unfinished']);
    await one.delete(1, published, 'records');
    await one.publish(2, withdrawn);
    await one.settled?.();
    expect([await marksOf(scratch.db, withdrawn), await marksOf(scratch.db, published)]).toEqual([[], null]);
  });

  withScratch('come newest first: to discard a content marks what it would have replaced', async ({ open }) => {
    let time = NOW;
    const { contentStore } = await open({ now: () => time });
    const first = await contentStore.stage(bytes, null);
    time += 1;
    const second = await contentStore.stage(bytes, first);
    // A record names the first one, and the process has died before it removed its mark.
    const pending = await contentStore.pending(LATER);
    expect(pending).toEqual([second, first]);
    for (const ref of pending) await (ref === first ? contentStore.publish(1, first) : contentStore.discard(ref));
    await contentStore.settled?.();
    expect(await contentStore.pending(LATER)).toEqual([]);
  });

  withScratch('written by a clock that was ahead age from now on', async (scratch) => {
    const ahead = NOW + 63_072_000_000;
    const one = (await scratch.open({ now: () => ahead })).contentStore;
    const other = (await scratch.open({ now: () => NOW })).contentStore;
    const ref = await one.stage(bytes, null);
    expect(await other.pending(LATER)).toEqual([]);
    expect(await other.pending(LATER + 2 * PENDING_AGE_MS)).toEqual([ref]);
  });

  withScratch('of content that a former version keeps are removed, and so is what it replaced', async (scratch) => {
    const { one, other } = await servers(scratch);
    const first = await one.stage(bytes, null);
    const second = await one.stage(bytes, first); // its publication was not done
    expect(await other.pending(LATER)).toEqual(expect.arrayContaining([first, second]));
    await other.keep(1, second);
    expect(await contentsOf(scratch.db).distinct('_id')).toEqual([second]);
    expect(await marksOf(scratch.db, second)).toEqual([]);
  });

  withScratch(
    'of a content that replaces another leave it where another server keeps that as a former version',
    async (scratch) => {
      const [one, other] = [await scratch.open({ now: () => NOW }), await scratch.open({ now: () => NOW })];
      const first = await one.contentStore.stage(bytes, null);
      await one.contentStore.publish(1, first);
      const second = await one.contentStore.stage(bytes, first);
      const { permsAlgorithme: _perms, places: _places, waiting: _waiting, ...fields } = newAlgo(1);
      await other.history.put({ ...fields, id: 1, version: 1, ref: first, dateExpiration: LATER });
      await one.contentStore.publish(1, second);
      await one.contentStore.settled?.();
      expect((await contentsOf(scratch.db).distinct('_id')).sort()).toEqual([first, second].sort());
    },
  );

  withScratch('of content that nobody names pass to what it replaces, whose own mark stays', async (scratch) => {
    const { one, other } = await servers(scratch);
    const first = await one.stage(bytes, null);
    await one.publish(1, first);
    await one.settled?.();
    const second = await one.stage(bytes, first);
    const third = await other.stage(bytes, second);
    await one.discard(third);
    expect(await contentsOf(scratch.db).findOne({ _id: second })).toMatchObject({ staged: { replaces: first } });
    await other.discard(second);
    expect(await marksOf(scratch.db, first)).toEqual(['staged', 'unfinished']);
    expect(await one.pending(LATER)).toEqual([first]);
  });

  withScratch('make a server remove what another one replaced and never published', async (scratch) => {
    const { one, other } = await servers(scratch);
    const first = await one.stage(bytes, null);
    const second = await one.stage(bytes, first);
    const third = await other.stage(bytes, second);
    await other.publish(1, third);
    await other.settled?.();
    expect(await contentsOf(scratch.db).distinct('_id')).toEqual([third]);
    expect(await marksOf(scratch.db, third)).toEqual([]);
  });

  withScratch(
    'of many contents are removed at once, also beside content that somebody has removed',
    async (scratch) => {
      const { one, other } = await servers(scratch);
      const refs = await Promise.all(Array.from({ length: 20 }, () => one.stage(bytes, null)));
      const [gone = ''] = refs;
      await other.discard(gone);
      await Promise.all(refs.map((ref, id) => one.publish(id, ref)));
      await one.settled?.();
      expect(await contentsOf(scratch.db).countDocuments()).toBe(19);
      expect(await contentsOf(scratch.db).countDocuments({ unfinished: true })).toBe(0);
      await Promise.all(refs.map((ref, id) => one.delete(id, ref, 'records')));
      expect(await contentsOf(scratch.db).countDocuments()).toBe(0);
    },
  );
});
