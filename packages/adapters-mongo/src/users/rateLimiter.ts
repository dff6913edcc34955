import { createHash } from 'node:crypto';
import { impossibleInRemembered, type RateLimiter, type RateRule, type RememberedKey } from '@algotheque/domain';
import type { Document, Filter } from 'mongodb';
import { healthOf, type PortCommands } from '../connection/commands.ts';
import { collection, type LimitDocument } from '../documents/collections.ts';
import { expiryDate } from '../documents/expiryDate.ts';
import { fieldsOf } from '../documents/fields.ts';
import { upsertOnce } from '../documents/inserts.ts';
import { updateOrBegin } from '../documents/updateOrBegin.ts';

/**
 * Counters that all servers share, one document for each key. The adapter repeats no command that counts: a hit whose answer was lost is
 * counted at most once, and taken back at most once. A replica set repeats such a command itself, and recognises the repetition.
 */
export function mongoRateLimiter(commands: PortCommands): RateLimiter {
  return {
    hit: (key, rule, now) =>
      commands.run('limits.hit', async (db) => {
        const update = hitUpdate(rule, now);
        const fresh = { _id: idOf(key), expireAt: expiryDate(now + rule.windowMs) };
        const document = await updateOrBegin(db, 'limits', { fresh, update, intact: VALID, check });
        check(document);
        const fields = fieldsOf('limits', document);
        return { retryAfterMs: fields.number('retryAfterMs'), end: fields.number('end') };
      }),
    giveBack: (key, end) =>
      commands.run('limits.giveBack', async (db) => {
        const limits = collection(db, 'limits');
        const counted = { _id: idOf(key), end: { $lte: end }, count: { $gt: 0 } };
        const before = await limits.findOneAndUpdate(counted, { $inc: { count: -1 } });
        const document = before ?? (await limits.findOne({ _id: counted._id }));
        if (document !== null) check(document);
      }),
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
    ...healthOf(commands),
  };
}

/**
 * The update of a limit's document by a hit, which MongoDB runs atomically. The document holds a window (`end`, `count`), and in
 * `retryAfterMs` the answer to the last hit: 0 when it was counted, or the milliseconds until there is room. Decision 0028 says why `$inc`
 * cannot do it.
 */
function hitUpdate({ limit, windowMs }: RateRule, now: number): Document[] {
  const latest = now + windowMs;
  const isRunning = { $and: [{ $gt: ['$end', now] }, { $gt: ['$count', 0] }] };
  const hasRoom = { $lt: ['$count', limit] };
  return [
    // No end is later than the latest possible one now: a clock that was ahead wrote later ones.
    { $set: { end: when(isRunning, { $min: ['$end', latest] }, latest), count: when(isRunning, '$count', 0) } },
    {
      $set: {
        retryAfterMs: when(hasRoom, 0, { $subtract: ['$end', now] }),
        count: when(hasRoom, { $add: ['$count', 1] }, '$count'),
        expireAt: { $max: ['$expireAt', expiryDate(latest)] },
      },
    },
  ];
}

const when = (condition: unknown, then: unknown, otherwise: unknown): Document => ({
  $cond: [condition, then, otherwise],
});

/**
 * Keys have e-mails and network addresses, so only their digest is stored (`RememberedKey.key`); of UTF-16, in which different keys have
 * different bytes.
 */
function idOf(key: string): string {
  return createHash('sha256').update(key, 'utf16le').digest('hex');
}

/** Selects what is remembered, beside the counters. */
export const REMEMBERED = { until: { $exists: true } } as const;

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

const absentOr = (field: keyof LimitDocument, condition: object): Filter<LimitDocument> => ({
  $or: [{ [field]: { $exists: false } }, { [field]: condition }],
});

/** Each of these fields, if present, has a value that this adapter writes. MongoDB compares a number only with numbers. */
const VALID: Filter<LimitDocument> = {
  $and: [absentOr('end', { $gte: Number.NEGATIVE_INFINITY }), absentOr('count', { $gte: 0 })],
};

function check(document: LimitDocument): { readonly until: number | undefined } {
  const fields = fieldsOf('limits', document);
  fields.optional('end', (field) => fields.number(field));
  fields.possible(fields.optional('count', (field) => fields.integer(field)) ?? 0, (count) =>
    count < 0 ? 'count' : null,
  );
  return { until: fields.optional('until', (field) => fields.number(field)) };
}
