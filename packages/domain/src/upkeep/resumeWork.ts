import { CLOCK_TOLERANCE_MS } from '../clock.ts';
import { PENDING_AGE_MS } from '../content/contentStore.ts';
import { sendConfirmation } from '../mails/confirmationMail.ts';
import { sendChangedMails } from '../mails/emailMails.ts';
import { sendNotice } from '../mails/noticeMail.ts';
import { linkLifeMs } from '../mails/tokenMail.ts';
import { operation } from '../operation.ts';
import type { Parts } from '../parts.ts';
import { attempt } from '../problems.ts';
import { latestDates } from '../sessions/expiration.ts';
import type { OnDamaged } from '../storeErrors.ts';
import type { DueQuery } from '../user.ts';
import { eraseUser } from './erasure.ts';
import { withdrawRights } from './withdrawal.ts';

/** What is due is done again when it has been due for longer than a registration or a new password takes. */
const DUE_AGE_MS = 60_000;

const CHANGED_EMAILS = 'mails about new e-mail addresses that are due';
const NEEDS = [
  'users',
  'algos',
  'folders',
  'sessionStore',
  'contentStore',
  'mailTokens',
  'mailer',
  'limiter',
  'deletions',
  'clock',
  'content',
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
    const { sessionStore, limiter, clock, policy } = parts;
    await step(parts, 'pending content', () => settleContent(parts));
    await step(parts, 'deletions in flight', () => finishDeletions(parts));
    await step(parts, 'mails about new passwords that are due', () => sendNotices(parts));
    await step(parts, 'rights to withdraw', () => withdrawDue(parts));
    await step(parts, 'confirmation mails that are due', () => sendConfirmations(parts));
    await step(parts, CHANGED_EMAILS, () => sendChangedEmails(parts));
    await step(parts, 'former e-mail addresses', () => dropOldEmails(parts));
    const late = 'tokens that end too late';
    await step(parts, late, () => sessionStore.cut(latestDates(policy, clock.now()), leftOut(parts, late)));
    await step(parts, 'expired tokens', () => sessionStore.deleteExpired(clock.now()));
    await step(parts, 'expired counters', () => limiter.deleteExpired(clock.now()));
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
    const found = await contentStore.pending(clock.now(), onDamaged);
    const works = found.filter((work) => !seen.has(JSON.stringify(work)));
    if (works.length === 0) return;
    for (const work of works) {
      seen.add(JSON.stringify(work));
      await step(parts, where, async () => {
        await (work.kind === 'staged' ? content.settleStaged(work.ref) : content.settleDeletion(work.id));
        observer.onResumed?.('content');
      });
    }
  }
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
      if (isMarked) await eraseUser(parts, userId);
      const age = clock.now() - date;
      if (age >= PENDING_AGE_MS) {
        await deletions.remove(userId, date); // a deletion that has begun meanwhile has another date
        if (isMarked) observer.onResumed?.('deletion');
      } else if (age < -CLOCK_TOLERANCE_MS) await deletions.add({ userId, date: clock.now() }); // written by a clock that was ahead
    });
  }
}

async function withdrawDue(parts: WorkParts): Promise<void> {
  const where = 'rights to withdraw';
  for (const user of await parts.users.listWithdrawalDue(owed(parts), leftOut(parts, where))) {
    await step(parts, where, async () => {
      await withdrawRights(parts, user);
      parts.observer.onResumed?.('withdrawal');
    });
  }
}

async function sendConfirmations(parts: WorkParts): Promise<void> {
  const damaged = leftOut(parts, 'confirmation mails that are due');
  for (const user of await parts.users.listConfirmationDue(owed(parts), damaged)) {
    await step(parts, 'confirmation mail', async () => {
      await sendConfirmation(parts, user);
      parts.observer.onResumed?.('confirmation');
    });
  }
}

/** What has been due for long, or since a date in the future, which a clock that was ahead wrote. */
function owed({ clock, bounds }: WorkParts): DueQuery {
  const now = clock.now();
  return { before: now - DUE_AGE_MS, after: now + CLOCK_TOLERANCE_MS, limit: bounds.batch };
}

async function sendNotices(parts: WorkParts): Promise<void> {
  const damaged = leftOut(parts, 'mails about new passwords that are due');
  for (const user of await parts.users.listNoticeDue(owed(parts), damaged)) {
    await step(parts, 'mail about the new password', async () => {
      await sendNotice(parts, user);
      parts.observer.onResumed?.('notice');
    });
  }
}

async function sendChangedEmails(parts: WorkParts): Promise<void> {
  for (const user of await parts.users.listEmailMailDue(owed(parts), leftOut(parts, CHANGED_EMAILS))) {
    await step(parts, 'mail about the new e-mail address', async () => {
      await sendChangedMails(parts, user);
      parts.observer.onResumed?.('email');
    });
  }
}

/** Their links have ended by then. */
function dropOldEmails({ users, clock, policy }: WorkParts): Promise<void> {
  const [pending, former] = [linkLifeMs(policy, 'change_email'), linkLifeMs(policy, 'take_back')];
  return users.dropOldEmails({ pendingBefore: clock.now() - pending, formerBefore: clock.now() - former });
}
