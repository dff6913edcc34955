import { createHash } from 'node:crypto';
import { impossibleInRemembered, type Place, type RateLimiter, type RememberedKey } from '@algotheque/domain';
import type { Filter } from 'mongodb';
import type { PortCommands } from '../connection/commands.ts';
import { collection, type LimitDocument } from '../documents/collections.ts';
import { expiryDate } from '../documents/expiryDate.ts';
import { fieldsOf } from '../documents/fields.ts';
import { upsertOnce } from '../documents/inserts.ts';
import { updateOrBegin } from '../documents/updateOrBegin.ts';
import { hitUpdate, type LimitUpdate, settleUpdate, takeUpdate } from './limitPipeline.ts';

/**
 * Counters that all servers share, one document for each key. The adapter repeats no command that counts: a hit
 * whose answer was lost is counted at most once, and a place whose answer was lost counts as one failure when its
 * lease ends. A replica set repeats such a command itself, and recognises the repetition.
 */
export function mongoRateLimiter(commands: PortCommands): RateLimiter {
  const apply = (method: string, key: string, { update, expireAt }: LimitUpdate): Promise<number> =>
    commands.run(`limits.${method}`, async (db) =>
      resultIn(
        await updateOrBegin(db, 'limits', { fresh: { _id: idOf(key), expireAt }, update, intact: VALID, check }),
      ),
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
    remembers: (key, now, lifeMs) =>
      commands.repeat('limits.remembers', async (db) => {
        const document = await collection(db, 'limits').findOne({ _id: idOf(key) });
        const until = document === null ? 0 : (check(document).until ?? 0);
        const latest = { until: now + lifeMs };
        if (until > latest.until) await collection(db, 'limits').updateOne({ _id: idOf(key) }, { $min: latest });
        return now < until;
      }),
    deleteExpired: (now) =>
      commands.repeat('limits.deleteExpired', async (db) => {
        await collection(db, 'limits').deleteMany({ expireAt: { $lte: expiryDate(now) } });
      }),
    medium: commands,
    health: () => commands.health(),
  };
}

/**
 * Keys have e-mails and network addresses, so only their digest is stored (`RememberedKey.key`); of UTF-16, in which different keys have
 * different bytes.
 */
function idOf(key: string): string {
  return createHash('sha256').update(key, 'utf16le').digest('hex');
}

/** Selects what is remembered, beside the counters. */
export const REMEMBERED = { until: { $exists: true } } as const;

/** @throws DamagedError */
export function storedRemembered(document: LimitDocument): RememberedKey {
  const fields = fieldsOf('limits', document);
  const row = { key: fields.text('_id'), until: fields.number('until') };
  return fields.possible(row, (read) =>
    impossibleInRemembered(read) === 'key' ? '_id' : impossibleInRemembered(read),
  );
}

export const rememberedDocument = ({ key, until }: RememberedKey): LimitDocument => ({
  _id: key,
  until,
  expireAt: expiryDate(until),
});

// MongoDB compares a number only with numbers.
const NUMBER = { $gte: Number.NEGATIVE_INFINITY } as const;

/** Each of these fields, if present, has a value that this adapter writes. */
const VALID: Filter<LimitDocument> = {
  $and: [
    { $or: [{ end: { $exists: false } }, { end: NUMBER }] },
    { $or: [{ count: { $exists: false } }, { count: { $gte: 0 } }] },
    { $or: [{ leases: { $exists: false } }, { leases: { $type: 'array' } }] },
  ],
};

function resultIn(document: LimitDocument): number {
  check(document);
  return fieldsOf('limits', document).number('result');
}

/** @throws DamagedError */
function check(document: LimitDocument): { readonly until: number | undefined } {
  const fields = fieldsOf('limits', document);
  fields.optional('end', (field) => fields.number(field));
  fields.possible(fields.optional('count', (field) => fields.integer(field)) ?? 0, (count) =>
    count < 0 ? 'count' : null,
  );
  fields.optional('leases', (field) => fields.numbers(field));
  return { until: fields.optional('until', (field) => fields.number(field)) };
}

function placeOf(result: number): Place {
  if (result > 0) return { state: 'refused', retryAfterMs: result };
  return { state: result === 0 ? 'taken' : 'undecided' };
}
