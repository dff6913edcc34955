import { PLACE_LEASE_MS, type RateRule } from '@algotheque/domain';
import type { Document } from 'mongodb';
import { expiryDate } from '../documents/expiryDate.ts';

/**
 * Updates of a limit's document, each a pipeline that MongoDB runs atomically. The document holds a window (`end`,
 * `count`), the undecided tries by the end of their lease (`leases`), what is remembered (`until`), and in `said` what
 * the last operation said of itself: it comes back with the document.
 */
type Pipeline = Document[];

export interface LimitUpdate {
  readonly update: Pipeline;
  /** Of a document that is made for it. */
  readonly expireAt: Date;
}

interface At {
  readonly rule: RateRule;
  readonly now: number;
}

/** Says 0 when counted, or how many milliseconds until there is room. */
export function hitUpdate(at: At): LimitUpdate {
  const isFull = { $gte: [failures(at.now), at.rule.limit] };
  return updateOf(at, [
    { $set: { said: when(isFull, { $subtract: ['$end', at.now] }, 0), window: when(isFull, WINDOW, counted(at)) } },
  ]);
}

/** Says 0 when taken, -1 when undecided, or how many milliseconds until a failure is forgotten. */
export function takeUpdate(at: At): LimitUpdate {
  const isFull = { $gte: [failures(at.now), at.rule.limit] };
  const isBusy = { $gte: [{ $add: [failures(at.now), { $size: '$leases' }] }, at.rule.limit] };
  return updateOf(at, [
    { $set: { said: when(isFull, { $subtract: ['$end', at.now] }, when(isBusy, -1, 0)), window: WINDOW } },
    {
      $set: {
        leases: when({ $eq: ['$said', 0] }, { $concatArrays: ['$leases', [at.now + PLACE_LEASE_MS]] }, '$leases'),
      },
    },
  ]);
}

/** Without a place left, the lease ended and was counted already. */
export function settleUpdate(at: At & { readonly isFailure: boolean }): LimitUpdate {
  const hasPlace = { $gt: [{ $size: '$leases' }, 0] };
  const rest = { $slice: ['$leases', 1, { $max: [1, { $size: '$leases' }] }] };
  return updateOf(at, [
    { $set: { said: 0, window: at.isFailure ? when(hasPlace, counted(at), WINDOW) : WINDOW } },
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

/** What would last longer than the same begun now is of a clock that was ahead. */
function cutToRule({ rule, now }: At): Pipeline {
  // What is no number is left as it is, for the check that follows to find.
  const lease = when({ $isNumber: '$$end' }, { $min: ['$$end', now + PLACE_LEASE_MS] }, '$$end');
  const leases = { $map: { input: '$leases', as: 'end', in: lease } };
  return [{ $set: { end: { $min: ['$end', now + rule.windowMs] }, leases } }];
}

/** A lease that ended is a failure of that moment. */
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

/** The window with one failure more, which begins with it where none ran. */
function counted({ rule, now }: At): Document {
  const begins = { $eq: [failures(now), 0] };
  return { end: when(begins, now + rule.windowMs, '$end'), count: { $add: [failures(now), 1] } };
}

/** When the document no longer has an effect: its window is over, also one that the last lease would begin. */
function lastEffect({ rule }: At): Document {
  const afterLeases = { $map: { input: '$leases', as: 'end', in: { $add: ['$$end', rule.windowMs] } } };
  const window = when({ $gt: ['$count', 0] }, '$end', 0);
  return { $max: [window, { $max: afterLeases }, { $ifNull: ['$until', 0] }] };
}

function when(condition: unknown, then: unknown, otherwise: unknown): Document {
  return { $cond: [condition, then, otherwise] };
}
