import { PLACE_LEASE_MS, type RateRule } from '@algotheque/domain';
import type { Document } from 'mongodb';
import { expiryDate } from '../documents/expiryDate.ts';

/**
 * Updates of a limit's document, each a pipeline that MongoDB runs atomically. The document holds a window (`end`,
 * `count`), the undecided tries by the end of their lease (`leases`), what is remembered (`until`), and in `result`
 * the result of the last operation, which is returned with the document.
 */
type Pipeline = Document[];

export interface LimitUpdate {
  readonly update: Pipeline;
  /** Of a new document. */
  readonly expireAt: Date;
}

interface At {
  readonly rule: RateRule;
  readonly now: number;
}

/** The result is 0 when counted, or the milliseconds until there is room. */
export function hitUpdate(at: At): LimitUpdate {
  const isFull = { $gte: [failures(at.now), at.rule.limit] };
  return updateOf(at, [
    { $set: { result: when(isFull, { $subtract: ['$end', at.now] }, 0), window: when(isFull, WINDOW, counted(at)) } },
  ]);
}

/** The result is 0 when taken, -1 when undecided, or the milliseconds until a failure is forgotten. */
export function takeUpdate(at: At): LimitUpdate {
  const isFull = { $gte: [failures(at.now), at.rule.limit] };
  const isBusy = { $gte: [{ $add: [failures(at.now), { $size: '$leases' }] }, at.rule.limit] };
  return updateOf(at, [
    { $set: { result: when(isFull, { $subtract: ['$end', at.now] }, when(isBusy, -1, 0)), window: WINDOW } },
    {
      $set: {
        leases: when({ $eq: ['$result', 0] }, { $concatArrays: ['$leases', [at.now + PLACE_LEASE_MS]] }, '$leases'),
      },
    },
  ]);
}

/** If no place is left, the lease ended and was counted already. */
export function settleUpdate(at: At & { readonly isFailure: boolean }): LimitUpdate {
  const hasPlace = { $gt: [{ $size: '$leases' }, 0] };
  const rest = { $slice: ['$leases', 1, { $max: [1, { $size: '$leases' }] }] };
  return updateOf(at, [
    { $set: { result: 0, window: at.isFailure ? when(hasPlace, counted(at), WINDOW) : WINDOW } },
    { $set: { leases: when(hasPlace, rest, '$leases') } },
  ]);
}

const WINDOW = { end: '$end', count: '$count' };

function updateOf(at: At, operation: Pipeline): LimitUpdate {
  const update = [
    {
      $set: { end: { $ifNull: ['$end', 0] }, count: { $ifNull: ['$count', 0] }, leases: { $ifNull: ['$leases', []] } },
    },
    ...cutToRule(at),
    ...expireLeases(at),
    ...operation,
    { $set: { end: '$window.end', count: '$window.count' } },
    { $set: { expireAt: { $toDate: { $toLong: lastEffect(at) } } } },
    { $unset: ['window'] },
  ];
  return { update, expireAt: expiryDate(at.now + at.rule.windowMs) };
}

/** Limits each end to the latest possible one now: a clock that was ahead wrote later ones. */
function cutToRule({ rule, now }: At): Pipeline {
  // A value that is no number is left as it is; the check that follows finds it.
  const lease = when({ $isNumber: '$$end' }, { $min: ['$$end', now + PLACE_LEASE_MS] }, '$$end');
  const leases = { $map: { input: '$leases', as: 'end', in: lease } };
  return [{ $set: { end: { $min: ['$end', now + rule.windowMs] }, leases } }];
}

/** A lease that ended counts as a failure at that time. */
function expireLeases({ rule, now }: At): Pipeline {
  const ended = { $filter: { input: '$leases', as: 'end', cond: { $lte: ['$$end', now] } } };
  const running = { $and: [{ $gt: ['$$value.count', 0] }, { $lt: ['$$this', '$$value.end'] }] };
  const next = when(
    running,
    { end: '$$value.end', count: { $add: ['$$value.count', 1] } },
    { end: { $add: ['$$this', rule.windowMs] }, count: 1 },
  );
  return [
    { $set: { window: { $reduce: { input: ended, initialValue: WINDOW, in: next } } } },
    {
      $set: {
        end: '$window.end',
        count: '$window.count',
        leases: { $filter: { input: '$leases', as: 'end', cond: { $gt: ['$$end', now] } } },
      },
    },
  ];
}

/** Failures in the window that runs at `now`. */
function failures(now: number): Document {
  return when({ $lt: [now, '$end'] }, '$count', 0);
}

/** The window with one more failure; a new window if none runs. */
function counted({ rule, now }: At): Document {
  const begins = { $eq: [failures(now), 0] };
  return { end: when(begins, now + rule.windowMs, '$end'), count: { $add: [failures(now), 1] } };
}

/** When the document has no more effect: its window has ended, and so has one that the last lease would start. */
function lastEffect({ rule }: At): Document {
  const afterLeases = { $map: { input: '$leases', as: 'end', in: { $add: ['$$end', rule.windowMs] } } };
  const window = when({ $gt: ['$count', 0] }, '$end', 0);
  return { $max: [window, { $max: afterLeases }, { $ifNull: ['$until', 0] }] };
}

function when(condition: unknown, then: unknown, otherwise: unknown): Document {
  return { $cond: [condition, then, otherwise] };
}
