import type { Algorithm } from '../algorithm.ts';
import { eraseUser } from '../algos/erasure.ts';
import { CLOCK_TOLERANCE_MS } from '../clock.ts';
import { PENDING_AGE_MS } from '../content/contentStore.ts';
import type { AccountsContext, Context } from '../context.ts';
import { sendChangedMails, sendConfirmation, sendDisplacedMails, sendNotice } from '../emails/accountMails.ts';
import { isDueBy } from '../emails/dueWork.ts';
import { operation } from '../operation.ts';
import { attempt, type ResumedKind } from '../problems.ts';
import { finishShares } from '../shares/finishShares.ts';
import { withdrawRights } from '../shares/withdrawal.ts';
import type { OnDamaged } from '../storeErrors.ts';
import { DUE_KINDS, type DueKind, type User } from '../user.ts';
import { FAILED_BATCHES } from '../work.ts';
import { removeExpired } from './removeExpired.ts';

/** What is due is done again when it has been due for longer than a registration or a new password takes. */
const DUE_AGE_MS = 60_000;

const SHARES = 'shares with something due';
const DUE = 'mails and withdrawals that are due';

/**
 * Finishes the work that a crash interrupted, and removes what has expired. Its cost depends on the unfinished work. Repeatable; safe at
 * the same time as itself on other servers. Never rejects: a step that fails and a damaged record are reported, do not stop the others, and
 * are tried again the next time.
 */
export const resumeWork = operation({
  summary: 'Finish what a crash left in flight, and remove what has expired',
  caller: 'anybody',
  async run(_input, _caller, context) {
    await step(context, 'pending content', () => reconcileContent(context));
    await step(context, 'deletions in flight', () => finishDeletions(context));
    await step(context, DUE, () => finishWorkDue(context));
    // Without it nothing is removed by its age in this round.
    await step(context, 'time of the round', async () => {
      const until = await context.nextRemoval();
      await step(context, SHARES, () => finishSharesDue(context, until));
      await removeExpired(context, until);
    });
  },
});

const step = ({ onProblem }: AccountsContext, where: string, work: () => Promise<unknown>): Promise<void> =>
  attempt(onProblem, where, work);

const leftOut =
  ({ onProblem }: AccountsContext, where: string): OnDamaged =>
  (damage) =>
    onProblem(damage, where);

/** A content that is reconciled may leave another one to reconcile. */
async function reconcileContent(context: Context): Promise<void> {
  const { contentStore, content, clock, observer } = context;
  const where = 'pending content';
  await content.listing.requireKnown(); // an older copy of the database names less than there is: nothing is removed then
  const seen = new Set<string>();
  for (let onDamaged = leftOut(context, where); ; onDamaged = () => {}) {
    const found = (await contentStore.pending(clock.now(), onDamaged)).filter((ref) => !seen.has(ref));
    if (found.length === 0) break;
    for (const ref of found) {
      seen.add(ref);
      await step(context, where, async () => {
        await content.reconciler.reconcile(ref);
        observer.onResumed?.('content');
      });
    }
  }
  await content.reconciler.resume();
  await content.listing.reconcile();
}

/**
 * Repeats each deletion that has marked its user. Once its entry is older than any call can last, this is the last time. If its user is not
 * marked by then, the deletion did not happen.
 */
async function finishDeletions(context: Context): Promise<void> {
  const { users, deletions, clock, observer } = context;
  for (const { userId, date } of await deletions.list(leftOut(context, 'deletions in flight'))) {
    await step(context, 'deletion of a user', async () => {
      const isMarked = (await users.findById(userId)) === null; // marked, or gone already
      if (isMarked && !(await eraseUser(context, userId))) return;
      const age = clock.now() - date;
      if (age >= PENDING_AGE_MS) {
        await deletions.remove(userId, date); // a deletion that has begun meanwhile has another date
        if (isMarked) observer.onResumed?.('deletion');
      } else if (age < -CLOCK_TOLERANCE_MS) await deletions.add({ userId, date: clock.now() }); // written by a clock that was ahead
    });
  }
}

/** Or since a date in the future, which a clock that was ahead wrote. */
const dueNow = ({ clock }: AccountsContext) => ({
  before: clock.now() - DUE_AGE_MS,
  after: clock.now() + CLOCK_TOLERANCE_MS,
});

/** A batch of users, and a further one for each whose work fails, up to a bound: so those that fail again and again stop no other. */
async function finishWorkDue(context: Context): Promise<void> {
  const { dueWork, bounds } = context;
  const query = dueNow(context);
  const seen = new Set<number>();
  for (let limit = bounds.batch; ; ) {
    // Damage is reported once.
    const onDamaged = seen.size === 0 ? leftOut(context, DUE) : () => {};
    const found = await dueWork.listDue({ ...query, limit }, onDamaged);
    let failed = 0;
    for (const user of found.filter(({ id }) => !seen.has(id))) {
      seen.add(user.id);
      if (!(await finishWorkOf(context, user))) failed += 1;
    }
    if (failed === 0 || found.length < limit || limit >= FAILED_BATCHES * bounds.batch) return;
    limit += failed;
  }
}

interface DueWork {
  readonly where: string;
  readonly resumed: ResumedKind;
  work(context: Context, user: User): Promise<void>;
}

const DUE_WORK: { readonly [Kind in DueKind]: DueWork } = {
  notice: { where: 'mail about the new password', resumed: 'notice', work: sendNotice },
  withdrawal: { where: 'rights to withdraw', resumed: 'withdrawal', work: withdrawRights },
  confirmation: { where: 'confirmation mail', resumed: 'confirmation', work: sendConfirmation },
  changed: { where: 'mail about the new e-mail address', resumed: 'email', work: sendChangedMails },
  displaced: { where: 'mail to an e-mail address that was left', resumed: 'email', work: sendDisplacedMails },
};

async function finishWorkOf(context: Context, user: User): Promise<boolean> {
  const query = dueNow(context);
  const due = user.due.filter((one) => isDueBy(query, one));
  let done = 0;
  const kinds = DUE_KINDS.filter((each) => due.some((one) => one.kind === each));
  for (const kind of kinds) {
    const { where, resumed, work } = DUE_WORK[kind];
    await step(context, where, async () => {
      await work(context, { ...user, due });
      done += 1;
      context.observer.onResumed?.(resumed);
    });
  }
  return done === kinds.length;
}

/** Looks at all of them, so that what fails again and again stops no other. */
async function finishSharesDue(context: Context, until: number): Promise<void> {
  const { algos, clock, policy, bounds, observer } = context;
  const now = clock.now();
  const endsAfter = now + policy.shares.waitingMs + CLOCK_TOLERANCE_MS;
  const query = { endsBefore: now, endsAfter, limit: bounds.batch };
  const isOld = ({ date = 0 }: { readonly date?: number }): boolean => isDueBy(dueNow(context), { date });
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found: readonly Algorithm[] = await algos.listSharesDue({ ...query, after }, leftOut(context, SHARES));
    for (const algo of found) {
      await step(context, SHARES, async () => {
        if (await finishShares(context, algo, { isMeant: isOld, endedBy: until })) observer.onResumed?.('shares');
      });
    }
    after = found.length < query.limit ? undefined : found.at(-1)?.id;
  }
}
