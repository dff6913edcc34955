import { expect } from 'vitest';
import { describeMongo } from './support/describeMongo.ts';
import { BLOCK, drawIds } from './support/drawIds.ts';

interface Counter {
  readonly _id: string;
  readonly last: number;
}

describeMongo('ids of algorithms', ({ withScratch }) => {
  withScratch('are given once each, to many callers on several servers and after a restart', async ({ open, db }) => {
    const [one, other] = [await open(), await open()];
    const turns = Array.from({ length: 50 }, () => [one, other]).flat();
    const ids = await Promise.all(turns.map(({ algos }) => algos.nextId()));
    await one.close();
    const again = await open();
    ids.push(...(await drawIds(again, BLOCK)), ...(await drawIds(other, BLOCK)));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(Number.isSafeInteger(id) && id > 0, `${id}`).toBe(true);
    const counter = await db.collection<Counter>('counters').findOne({ _id: 'algo' });
    expect(counter?.last).toBeGreaterThanOrEqual(Math.max(...ids));
    expect(counter?.last, 'two blocks a server of fifty, then at most two more').toBeLessThanOrEqual(6 * BLOCK);
  });

  withScratch('ascend within a server, with any number of callers at once', async ({ open }) => {
    const { algos } = await open();
    const ids = await Promise.all(Array.from({ length: 3 * BLOCK }, () => algos.nextId()));
    expect(ids).toEqual(Array.from({ length: 3 * BLOCK }, (_, at) => at + 1));
  });

  withScratch(
    'are refused to all waiting callers when too few are left, and given again when there are enough',
    async ({ open, db }) => {
      const { algos } = await open();
      await db.collection<Counter>('counters').insertOne({ _id: 'algo', last: Number.MAX_SAFE_INTEGER - BLOCK + 1 });
      const waiting = await Promise.allSettled([algos.nextId(), algos.nextId(), algos.nextId()]);
      expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      await db.collection<Counter>('counters').updateOne({ _id: 'algo' }, { $set: { last: 7 } });
      expect(await algos.nextId()).toBe(8);
    },
  );
});
