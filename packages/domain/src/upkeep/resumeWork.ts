import type { Algorithm } from '../algorithm.ts';
import { CLOCK_TOLERANCE_MS } from '../clock.ts';
import { PENDING_AGE_MS } from '../content/contentStore.ts';
import { isDueBy } from '../emails/outbox.ts';
import { FAILED_BATCHES } from '../inBatches.ts';
import { operation } from '../operation.ts';
import type { Parts } from '../parts.ts';
import { attempt } from '../problems.ts';
import { finishShares } from '../shares/finishShares.ts';
import type { OnDamaged } from '../storeErrors.ts';
import { DUE_KINDS, type User } from '../user.ts';
import { DUE_WORK } from './dueWork.ts';
import { eraseUser } from './erasure.ts';
import type { RemovalTime } from './removalTime.ts';
import { removeExpired } from './removeExpired.ts';

/** What is due is done again when it has been due for longer than a registration or a new password takes. */
const DUE_AGE_MS = 60_000;

const SHARES = 'shares with something due';
const DUE = 'mails and withdrawals that are due';
const NEEDS = [
  'users',
  'outbox',
  'algos',
  'bin',
  'history',
  'folders',
  'sessionStore',
  'contentStore',
  'mailTokens',
  'mailer',
  'limiter',
  'deletions',
  'clock',
  'removals',
  'content',
  'formers',
  'policy',
  'onProblem',
  'observer',
  'bounds',
] as const;
type WorkParts = Pick<Parts, (typeof NEEDS)[number]>;

/**
 * Finishes the work that a crash interrupted, and removes what has expired. Its cost depends on the unfinished
 * work, not on all that is stored. Repeatable; safe at the same time as other calls and as itself on other servers. Never
 * rejects: a step that fails and a damaged record are reported, do not stop the others, and are tried again the next time.
 */
export const resumeWork = operation({
  summary: 'Finish what a crash left in flight, and remove what has expired',
  caller: 'anybody',
  input: null,
  output: null,
  failures: [],
  needs: NEEDS,
  async run(_input, _caller, parts) {
    await step(parts, 'pending content', () => settleContent(parts));
    await step(parts, 'deletions in flight', () => finishDeletions(parts));
    await step(parts, DUE, () => finishWorkDue(parts));
    // Without it nothing is removed by its age in this round.
    await step(parts, 'time of the round', async () => {
      const time = await parts.removals.next();
      await step(parts, SHARES, () => finishSharesDue(parts, time));
      await removeExpired(parts, time, (where, work) => step(parts, where, work));
    });
  },
});

const step = ({ onProblem }: Pick<Parts, 'onProblem'>, where: string, work: () => Promise<unknown>): Promise<void> =>
  attempt(onProblem, where, work);

/** Reports each damaged record that a list of this step leaves out. */
const leftOut =
  ({ onProblem }: Pick<Parts, 'onProblem'>, where: string): OnDamaged =>
  (damage) =>
    onProblem(damage, where);

/** A content that is settled may leave another one to settle, so it looks again until it finds nothing new. */
async function settleContent(parts: WorkParts): Promise<void> {
  const { contentStore, content, clock, observer } = parts;
  const where = 'pending content';
  const seen = new Set<string>();
  for (let onDamaged = leftOut(parts, where); ; onDamaged = () => {}) {
    const found = (await contentStore.pending(clock.now(), onDamaged)).filter((ref) => !seen.has(ref));
    if (found.length === 0) break;
    for (const ref of found) {
      seen.add(ref);
      await step(parts, where, async () => {
        await content.settling.settle(ref);
        observer.onResumed?.('content');
      });
    }
  }
  await content.settling.resume();
  await content.names.settle();
}

/**
 * Repeats each deletion that has marked its user, while its entry exists. Once the entry is older than any call can
 * last, this is the last time, and the entry is removed. If its user is not marked by then, the deletion did not happen.
 */
async function finishDeletions(parts: WorkParts): Promise<void> {
  const { users, deletions, clock, observer } = parts;
  for (const { userId, date } of await deletions.list(leftOut(parts, 'deletions in flight'))) {
    await step(parts, 'deletion of a user', async () => {
      const isMarked = (await users.findById(userId)) === null; // marked, or gone already
      if (isMarked && !(await eraseUser(parts, userId))) return;
      const age = clock.now() - date;
      if (age >= PENDING_AGE_MS) {
        await deletions.remove(userId, date); // a deletion that has begun meanwhile has another date
        if (isMarked) observer.onResumed?.('deletion');
      } else if (age < -CLOCK_TOLERANCE_MS) await deletions.add({ userId, date: clock.now() }); // written by a clock that was ahead
    });
  }
}

/** Selects what has been due for long, or since a date in the future, which a clock that was ahead wrote. */
const dueNow = ({ clock }: Pick<Parts, 'clock'>) => ({
  before: clock.now() - DUE_AGE_MS,
  after: clock.now() + CLOCK_TOLERANCE_MS,
});

/** The work of a batch of users, and of a further one for each whose work fails, up to a bound: so those that fail again and again stop no other. */
async function finishWorkDue(parts: WorkParts): Promise<void> {
  const { outbox, bounds } = parts;
  const query = dueNow(parts);
  const seen = new Set<number>();
  for (let limit = bounds.batch; ; ) {
    // Damage is reported once.
    const onDamaged = seen.size === 0 ? leftOut(parts, DUE) : () => {};
    const found = await outbox.listDue({ ...query, limit }, onDamaged);
    let failed = 0;
    for (const user of found.filter(({ id }) => !seen.has(id))) {
      seen.add(user.id);
      if (!(await finishWorkOf(parts, user))) failed += 1;
    }
    if (failed === 0 || found.length < limit || limit >= FAILED_BATCHES * bounds.batch) return;
    limit += failed;
  }
}

/** Whether all that was due for the user is done. */
async function finishWorkOf(parts: WorkParts, user: User): Promise<boolean> {
  const query = dueNow(parts);
  const due = user.due.filter((one) => isDueBy(query, one));
  let done = 0;
  const kinds = DUE_KINDS.filter((each) => due.some((one) => one.kind === each));
  for (const kind of kinds) {
    const { where, resumed, work } = DUE_WORK[kind];
    await step(parts, where, async () => {
      await work(parts, { ...user, due });
      done += 1;
      parts.observer.onResumed?.(resumed);
    });
  }
  return done === kinds.length;
}

/**
 * Mails about shares that have been due for long, or since a date in the future, and shares that have ended. It looks at all of
 * them, so that what fails again and again stops no other.
 */
async function finishSharesDue(parts: WorkParts, { until }: RemovalTime): Promise<void> {
  const { algos, clock, policy, bounds, observer } = parts;
  const now = clock.now();
  const endsAfter = now + policy.shares.waitingMs + CLOCK_TOLERANCE_MS;
  const query = { endsBefore: now, endsAfter, limit: bounds.batch };
  const isOld = ({ date = 0 }: { readonly date?: number }): boolean => isDueBy(dueNow(parts), { date });
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found: readonly Algorithm[] = await algos.listSharesDue({ ...query, after }, leftOut(parts, SHARES));
    for (const algo of found) {
      await step(parts, SHARES, async () => {
        if (await finishShares(parts, algo, { isMeant: isOld, endedBy: until })) observer.onResumed?.('shares');
      });
    }
    after = found.length < query.limit ? undefined : found.at(-1)?.id;
  }
}
