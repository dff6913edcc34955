import type { Algorithm } from '../algorithm.ts';
import { mailboxOf } from '../emails/emailKey.ts';
import type { Parts } from '../parts.ts';
import { attempt } from '../problems.ts';
import type { User } from '../user.ts';
import { commitShares } from './commitShares.ts';
import { withoutUsersGone } from './grantees.ts';
import { confirmedBy, type Holder, isHolder } from './holders.ts';
import { givenTo, waitsFor, withoutWaiting } from './shareSteps.ts';

type Settling = Pick<Parts, 'users' | 'algos' | 'content' | 'clock' | 'policy' | 'bounds' | 'onProblem'>;

/** What the work is called in reports. */
export const SETTLING = 'shares that wait for a confirmed address';

/**
 * Gives the user what waits for an address that they have confirmed, if that is due, and then ends the entry. Repeatable; safe at the same
 * time as itself on other servers. A record that fails is reported and does not stop the others; the entry stays then.
 * @param most how many records are looked at for an address; the entry stays if there are more. Default: all
 */
export async function settleShares(
  parts: Settling & Pick<Parts, 'outbox'>,
  { id: userId, due }: Pick<User, 'id' | 'due'>,
  most?: number,
): Promise<void> {
  for (const one of due) {
    if (one.kind !== 'shares' || one.adresseMail === null) continue;
    if (await giveAll(parts, { userId, adresseMail: one.adresseMail }, most)) await parts.outbox.end(userId, one);
  }
}

/**
 * The same before the present address leaves the account, whether that is due or not: in another mode (`emailCase`) two addresses may have become one.
 * So what waited for it belongs to the account that confirmed it first, and to nobody who confirms it later. False when a record has failed.
 */
export async function settleBeforeLeaving(
  parts: Settling & Pick<Parts, 'outbox'>,
  user: Pick<User, 'id' | 'due' | 'isVerified' | 'adresseMail'>,
): Promise<boolean> {
  await settleShares(parts, user);
  return !user.isVerified || giveAll(parts, { userId: user.id, adresseMail: user.adresseMail });
}

/**
 * Ends what waits for the addresses that a user has confirmed who is marked for deletion: it belongs to them, and to nobody who confirms an address later. False
 * when a record has failed: then the addresses must stay taken.
 */
export async function endWaiting(parts: Omit<Settling, 'clock'>, user: User): Promise<boolean> {
  const isMeant = async () => (await parts.users.findMarked(user.id)) !== null; // else the address may have another holder
  let areEnded = true;
  for (const adresseMail of confirmedBy(user)) {
    const isFor = waitsFor(parts.policy.emailCase, adresseMail);
    const changesOf = (algo: Algorithm) => {
      const waiting = withoutWaiting(algo, isFor);
      return waiting && { waiting };
    };
    const work = (algo: Algorithm) => commitShares(parts, algo, { changesOf, isMeant });
    areEnded = (await workOnWaiting(parts, adresseMail, { work })) && areEnded;
  }
  return areEnded;
}

const giveAll = (parts: Settling, holder: Holder, most?: number): Promise<boolean> =>
  workOnWaiting(parts, holder.adresseMail, { work: (algo) => giveWaiting(parts, algo, holder), most });

/** Works on each record with a share that waits for the mailbox of the address. False when a record has failed, or there are more than `most`. */
async function workOnWaiting(
  { algos, bounds, onProblem }: Pick<Settling, 'algos' | 'bounds' | 'onProblem'>,
  adresseMail: string,
  {
    work,
    most = Number.POSITIVE_INFINITY,
  }: { work(algo: Algorithm): Promise<unknown>; readonly most?: number | undefined },
): Promise<boolean> {
  const query = { mailbox: mailboxOf(adresseMail), limit: bounds.batch };
  let [seen, done] = [0, 0];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found = await algos.listWaiting({ ...query, after }, (damage) => onProblem(damage, SETTLING));
    for (const algo of found) {
      if (seen >= most) return false;
      seen += 1;
      await attempt(onProblem, SETTLING, async () => {
        await work(algo);
        done += 1;
      });
    }
    after = found.length < query.limit ? undefined : found.at(-1)?.id;
  }
  return done === seen;
}

/**
 * Gives the user what waits for the address on this record, while the user is its holder: that is read after the record and before each commit, so what
 * waits for a later holder is not given. The commit ends the share too, so it is given once.
 */
export async function giveWaiting(parts: Settling, read: Algorithm, holder: Holder): Promise<void> {
  const { clock, policy } = parts;
  const { userId, adresseMail } = holder;
  const isFor = waitsFor(policy.emailCase, adresseMail);
  if (!read.waiting.some(isFor)) return;
  const given = await commitShares(parts, read, {
    changesOf: (algo) => givenTo(algo, isFor, { userId, now: clock.now() }),
    isMeant: () => isHolder(parts, holder),
  });
  const grants = given?.permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur === userId) ?? [];
  if (given !== null) await withoutUsersGone(parts, given, grants);
}
