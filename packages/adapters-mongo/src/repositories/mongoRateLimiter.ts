import { createHash } from 'node:crypto';
import type { Place, RateLimiter } from '@algotheque/domain';
import type { Commands } from '../connection/commands.ts';
import { expiryDate } from '../records/expiryDate.ts';
import { fieldsOf } from '../records/fields.ts';
import { collection, type LimitDocument } from '../schema/collections.ts';
import { checkHealth } from './health.ts';
import { hitUpdate, type LimitUpdate, settleUpdate, takeUpdate } from './limitPipeline.ts';
import { updateOrBegin } from './updateOrBegin.ts';
import { upsertOnce } from './upsertOnce.ts';

/**
 * Counters that all servers share, one document a key. What counts is never repeated by the adapter: a hit whose answer
 * was lost is counted at most once, and a place whose answer was lost counts as one failure when its lease ends. A
 * replica set repeats it, and tells the repetition.
 */
export function mongoRateLimiter(commands: Commands): RateLimiter {
  const apply = (method: string, key: string, { update, expireAt }: LimitUpdate): Promise<number> =>
    commands.run(`limits.${method}`, async (db) =>
      saidIn(await updateOrBegin(db, 'limits', { fresh: { _id: idOf(key), expireAt }, update })),
    );
  return {
    hit: (key, rule, now) => apply('hit', key, hitUpdate({ rule, now })),
    take: async (key, rule, now) => placeOf(await apply('take', key, takeUpdate({ rule, now }))),
    async settle(key, rule, outcome, now) {
      await apply('settle', key, settleUpdate({ rule, now, isFailure: outcome === 'failed' }));
    },
    clear: (key) =>
      commands.repeat('limits.clear', async (db) => {
        await collection(db, 'limits').updateOne({ _id: idOf(key) }, { $set: { count: 0 } });
      }),
    remember: (key, until) =>
      commands.repeat('limits.remember', async (db) => {
        const longer = { $max: { until, expireAt: expiryDate(until) } };
        await upsertOnce(() => collection(db, 'limits').updateOne({ _id: idOf(key) }, longer, { upsert: true }));
      }),
    remembers: (key, now) =>
      commands.run('limits.remembers', async (db) => {
        const document = await collection(db, 'limits').findOne({ _id: idOf(key) });
        return document?.until !== undefined && now < fieldsOf('limits', document).number('until');
      }),
    deleteExpired: (now) =>
      commands.repeat('limits.deleteExpired', async (db) => {
        await collection(db, 'limits').deleteMany({ expireAt: { $lte: expiryDate(now) } });
      }),
    health: () => checkHealth(commands),
  };
}

/** Keys hold e-mails and addresses of the network, which have no business in a database of counters. */
function idOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** What the operation said. The pipeline went on from whatever was there, so what was there is checked here. */
function saidIn(document: LimitDocument): number {
  const fields = fieldsOf('limits', document);
  fields.number('end');
  fields.integer('count');
  fields.numbers('leases');
  return fields.number('said');
}

function placeOf(said: number): Place {
  if (said > 0) return { state: 'refused', retryAfterMs: said };
  return { state: said === 0 ? 'taken' : 'undecided' };
}
