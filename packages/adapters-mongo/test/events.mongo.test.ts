import { firstKey } from '@algotheque/domain';
import { expect } from 'vitest';
import type { EventDocument } from '../src/documents/collections.ts';
import { describeMongo } from './support/describeMongo.ts';

const key = (number: number): string => `${firstKey(1_800_000_000_000 + number)}000000000000`;

describeMongo('events', ({ withScratch }) => {
  withScratch('are selected by an index in the order of time, and no others are read', async ({ open, db }) => {
    const { events } = await open();
    const more = { targetId: 1, address: null, requestId: null, limit: null };
    const actions = ['login.failed', 'logout', 'login.failed', 'logout'] as const;
    await events.append(actions.map((action, at) => ({ key: key(at), action, actorId: (at % 3) + 1, ...more })));
    const time = { _id: { $gte: key(0), $lt: key(3) } };
    for (const [selected, count] of [
      [time, 3],
      [{ action: 'logout', ...time }, 1],
      [{ accounts: 2, ...time }, 1],
      [{ accounts: 1, action: 'login.failed', ...time }, 2],
    ] as const) {
      const plan = await db
        .collection<EventDocument>('events')
        .find(selected, { sort: { _id: -1 } })
        .explain('executionStats');
      const { totalDocsExamined, nReturned } = plan['executionStats'];
      expect([selected, totalDocsExamined, nReturned]).toEqual([selected, count, count]);
      expect(JSON.stringify(plan['queryPlanner'].winningPlan)).not.toMatch(/"stage":"(SORT|COLLSCAN)"/);
    }
  });

  withScratch(
    'that the database refuses for another reason than their key are not taken for stored',
    async ({ open, db }) => {
      const { events } = await open();
      const event = { action: 'logout', actorId: 1, targetId: 1, address: null, requestId: null, limit: null } as const;
      await events.append([{ key: key(1), ...event }]);
      await db.command({ collMod: 'events', validator: { action: 'nothing' } });
      const again = { key: key(1), ...event };
      await expect(events.append([again, { key: key(2), ...event }])).rejects.toThrow(/validation/);
      await db.command({ collMod: 'events', validator: {} });
      await events.append([again, { key: key(2), ...event }]);
      expect(await db.collection('events').countDocuments()).toBe(2);
    },
  );
});
