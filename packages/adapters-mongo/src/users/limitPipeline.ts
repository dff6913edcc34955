import { PLACE_LEASE_MS, type RateRule } from '@algotheque/domain';
import type { Document } from 'mongodb';
import { expiryDate } from '../documents/expiryDate.ts';

export type LimitOperation = 'hit' | 'take' | 'failed' | 'succeeded';

/**
 * The update of a limit's document, which MongoDB runs atomically. The document holds a window (`end`, `count`), the undecided tries by the
 * end of their lease (`leases`), and in `result` that of the last operation: 0 when counted or taken, -1 when undecided, or the
 * milliseconds until there is room. Decision 0028 says why `$inc` cannot do it.
 */
export function limitUpdate(operation: LimitOperation, { limit, windowMs }: RateRule, now: number): Document[] {
  const places = { $size: '$leases' };
  const retryAfter = { $subtract: ['$end', now] };
  const isFull = { $gte: ['$count', limit] };
  const isBusy = { $gte: [{ $add: ['$count', places] }, limit] };
  const ended = { counts: false, result: 0, leases: { $slice: ['$leases', 1, { $max: [1, places] }] } };
  const { counts, result, leases } = {
    hit: { counts: { $not: isFull }, result: when(isFull, retryAfter, 0), leases: '$leases' },
    take: {
      counts: false,
      result: when(isFull, retryAfter, when(isBusy, -1, 0)),
      leases: when(isBusy, '$leases', { $concatArrays: ['$leases', [now + PLACE_LEASE_MS]] }),
    },
    // Without a place, the lease ended and was counted already.
    failed: { ...ended, counts: { $gt: [places, 0] } },
    succeeded: ended,
  }[operation];
  const lastEffect = now + windowMs + (operation === 'take' ? PLACE_LEASE_MS : 0);
  return [
    ...present(windowMs, now),
    {
      $set: {
        result,
        leases,
        count: { $add: ['$count', when(counts, 1, 0)] },
        end: when({ $and: [counts, { $eq: ['$count', 0] }] }, now + windowMs, '$end'),
        expireAt: { $max: ['$expireAt', expiryDate(lastEffect)] },
      },
    },
    { $unset: ['ended'] },
  ];
}

/**
 * The failures of the window that runs now, and the leases that do. No end is later than the latest possible one now: a clock that was
 * ahead wrote later ones. Without a window, the first of the leases that ended within the time of one began it.
 */
function present(windowMs: number, now: number): Document[] {
  const isEnded = { $and: [{ $lte: ['$$this', now] }, { $gt: ['$$this', now - windowMs] }] };
  const begun = { $add: [{ $min: '$ended' }, windowMs] }; // null without an element
  return [
    {
      $set: {
        // The sum is an error for what is no number.
        leases: {
          $map: { input: { $ifNull: ['$leases', []] }, in: { $min: [{ $add: ['$$this', 0] }, now + PLACE_LEASE_MS] } },
        },
        end: { $min: ['$end', now + windowMs] },
        count: when({ $gt: ['$end', now] }, { $ifNull: ['$count', 0] }, 0),
      },
    },
    {
      $set: {
        ended: { $filter: { input: '$leases', cond: isEnded } },
        leases: { $filter: { input: '$leases', cond: { $gt: ['$$this', now] } } },
      },
    },
    {
      $set: {
        end: when({ $eq: ['$count', 0] }, { $ifNull: [begun, '$end'] }, '$end'),
        count: { $add: ['$count', { $size: '$ended' }] },
      },
    },
  ];
}

const when = (condition: unknown, then: unknown, otherwise: unknown): Document => ({
  $cond: [condition, then, otherwise],
});
