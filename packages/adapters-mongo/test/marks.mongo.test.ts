import { PENDING_AGE_MS } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import { describeMongo } from './support/describeMongo.ts';
import type { Scratch } from './support/mongoFixture.ts';

interface StoredContent {
  readonly _id: string;
  readonly unfinished?: boolean;
  readonly staged?: unknown;
  readonly deletions?: readonly { readonly by: string }[];
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
    await one.announce(1, withdrawn);
    expect(await marksOf(scratch.db, withdrawn)).toEqual(['deletions', 'staged', 'unfinished']);
    for (const ref of [published, withdrawn]) await one.publish(1, ref);
    expect(await marksOf(scratch.db, published)).toEqual([]);
    expect(await marksOf(scratch.db, withdrawn)).toEqual(['deletions', 'unfinished']);
    await one.withdraw(1, withdrawn);
    expect(await marksOf(scratch.db, withdrawn)).toEqual([]);
  });

  withScratch('come newest first: to discard a content marks what it would have replaced', async ({ open }) => {
    let time = NOW;
    const { contentStore } = await open({ now: () => time });
    const first = await contentStore.stage(bytes, null);
    time += 1;
    const second = await contentStore.stage(bytes, first);
    // A record names the first one, and the process has died before it removed its mark.
    const pending = await contentStore.pending(LATER);
    expect(pending).toEqual([second, first].map((ref) => ({ kind: 'staged', ref })));
    for (const work of pending) {
      if (work.kind === 'staged')
        await (work.ref === first ? contentStore.publish(1, first) : contentStore.discard(work.ref));
    }
    expect(await contentStore.pending(LATER)).toEqual([]);
  });

  withScratch('of an announced deletion are each of one server', async (scratch) => {
    const { one, other } = await servers(scratch);
    const ref = await one.stage(bytes, null);
    await one.publish(1, ref);
    for (const server of [one, other, one]) await server.announce(1, ref);
    const announced = async () => (await contentsOf(scratch.db).findOne({ _id: ref }))?.deletions ?? [];
    expect(new Set((await announced()).map(({ by }) => by)).size).toBe(2);
    expect(await announced()).toHaveLength(2);
    await one.withdraw(1, ref);
    expect(await announced()).toHaveLength(1);
    expect(await other.pending(LATER), 'the other still needs it').toEqual([{ kind: 'deleting', id: 1 }]);
  });

  withScratch('of a server that has ended are withdrawn by the one that reported them', async (scratch) => {
    const { one, other } = await servers(scratch);
    const ref = await one.stage(bytes, null);
    await one.publish(1, ref);
    await one.announce(1, ref);
    await other.withdraw(1, ref);
    expect(await other.pending(LATER), 'not reported yet').toEqual([{ kind: 'deleting', id: 1 }]);
    await other.withdraw(1, ref);
    expect(await marksOf(scratch.db, ref)).toEqual([]);
  });

  withScratch('that were written again after they were reported stay', async (scratch) => {
    let now = NOW;
    const one = (await scratch.open({ now: () => now })).contentStore;
    const other = (await scratch.open()).contentStore;
    const ref = await one.stage(bytes, null);
    await one.publish(1, ref);
    await one.announce(1, ref);
    expect(await other.pending(LATER)).toEqual([{ kind: 'deleting', id: 1 }]);
    now = LATER;
    await one.announce(1, ref);
    await other.withdraw(1, ref);
    expect(await marksOf(scratch.db, ref)).toEqual(['deletions', 'unfinished']);
  });

  withScratch('written by a clock that was ahead age from now on, each of its own', async (scratch) => {
    const ahead = NOW + 63_072_000_000;
    const one = (await scratch.open({ now: () => ahead })).contentStore;
    const other = (await scratch.open({ now: () => NOW })).contentStore;
    const ref = await one.stage(bytes, null);
    for (const server of [one, other]) await server.announce(1, ref);
    expect(await other.pending(LATER)).toEqual([{ kind: 'deleting', id: 1 }]);
    await other.withdraw(1, ref);
    expect(await other.pending(LATER)).toEqual([]);
    expect(await other.pending(LATER + 2 * PENDING_AGE_MS)).toEqual([
      { kind: 'staged', ref },
      { kind: 'deleting', id: 1 },
    ]);
  });

  withScratch('of content that nobody names pass to what it replaces, whose own mark stays', async (scratch) => {
    const { one, other } = await servers(scratch);
    const first = await one.stage(bytes, null);
    await one.publish(1, first);
    const second = await one.stage(bytes, first);
    const third = await other.stage(bytes, second);
    await one.discard(third);
    expect(await contentsOf(scratch.db).findOne({ _id: second })).toMatchObject({ staged: { replaces: first } });
    await other.discard(second);
    expect(await marksOf(scratch.db, first)).toEqual(['staged', 'unfinished']);
    expect(await one.pending(LATER)).toEqual([{ kind: 'staged', ref: first }]);
  });

  withScratch('make a server remove what another one replaced and never published', async (scratch) => {
    const { one, other } = await servers(scratch);
    const first = await one.stage(bytes, null);
    const second = await one.stage(bytes, first);
    const third = await other.stage(bytes, second);
    await other.publish(1, third);
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
      expect(await contentsOf(scratch.db).countDocuments()).toBe(19);
      expect(await contentsOf(scratch.db).countDocuments({ unfinished: true })).toBe(0);
      await Promise.all(refs.map((ref, id) => one.delete(id, ref)));
      expect(await contentsOf(scratch.db).countDocuments()).toBe(0);
    },
  );
});
