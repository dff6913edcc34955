import type { RateRule } from '@algotheque/domain';
import type { Document } from 'mongodb';
import { expiryDate } from '../documents/expiryDate.ts';

/**
 * The update of a limit's document by a hit, which MongoDB runs atomically. The document holds a window (`end`, `count`), and in
 * `retryAfterMs` the answer to the last hit: 0 when it was counted, or the milliseconds until there is room. Decision 0028 says why `$inc`
 * cannot do it.
 */
export function hitUpdate({ limit, windowMs }: RateRule, now: number): Document[] {
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
