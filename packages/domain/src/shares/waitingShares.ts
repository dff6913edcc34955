import type { AlgoChanges, Algorithm } from '../algorithm.ts';
import { mailboxOf } from '../emails/emailKey.ts';
import { finishDue } from '../outbox/outbox.ts';
import type { Parts } from '../parts.ts';
import type { Due, User } from '../user.ts';
import { withoutUsersGone } from './grantees.ts';
import { givenTo, waitingFor } from './shareSteps.ts';

type Settling = Pick<Parts, 'users' | 'algos' | 'content' | 'clock' | 'policy' | 'bounds' | 'onProblem'>;

/** What the work is called in reports. */
export const SETTLING = 'shares that wait for a confirmed address';

/**
 * Gives the user what waits for an address that they have confirmed, if that is due, and then ends the entry. Repeatable; safe at the same
 * time as itself on other servers. It is called before an address leaves an account, too: so what waited for it belongs to the account
 * that confirmed it first, and to nobody who confirms it later.
 */
export async function settleShares(
  parts: Settling & Pick<Parts, 'outbox'>,
  user: Pick<User, 'id' | 'due'>,
): Promise<void> {
  await finishDue(parts, user, { kind: 'shares', work: (due) => giveAll(parts, user.id, due) });
}

/** The same for a user who is about to be deleted, whose entries end with the record: nobody else gets what was theirs. */
export async function settleBeforeDeletion(parts: Settling, { id, due }: Pick<User, 'id' | 'due'>): Promise<void> {
  for (const one of due.filter(({ kind }) => kind === 'shares')) await giveAll(parts, id, one);
}

async function giveAll(parts: Settling, userId: number, { adresseMail }: Due): Promise<void> {
  if (adresseMail === null) return;
  const { algos, bounds, onProblem } = parts;
  const query = { mailbox: mailboxOf(adresseMail), limit: bounds.batch };
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found = await algos.listWaiting({ ...query, after }, (damage) => onProblem(damage, SETTLING));
    for (const algo of found) await giveWaiting(parts, algo, { userId, adresseMail });
    after = found.length < query.limit ? undefined : found.at(-1)?.id;
  }
}

/** Gives the user the share of this record that waits for the address, if there is one. The commit ends the share too, so it is given once. */
export async function giveWaiting(
  parts: Settling,
  read: Algorithm,
  { userId, adresseMail }: { readonly userId: number; readonly adresseMail: string },
): Promise<void> {
  const { clock, policy } = parts;
  const given = await commitShares(parts, read, (algo) => {
    const share = waitingFor(algo, policy.emailCase, adresseMail);
    return share === undefined ? null : givenTo(algo, share, { userId, now: clock.now() });
  });
  const grants = given?.permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur === userId) ?? [];
  if (given !== null) await withoutUsersGone(parts, given, grants);
}

/** There is nothing to change. */
class NothingToChange extends Error {}

/**
 * Commits changes of the shares of a record, in turn with its other changes, and decided again when another server was faster. Null when the record
 * is absent, or there is nothing to change.
 * @throws UnavailableError when other servers were faster each time
 */
export async function commitShares(
  { algos, content }: Pick<Parts, 'algos' | 'content'>,
  read: Algorithm,
  changesOf: (algo: Algorithm) => AlgoChanges | null,
): Promise<Algorithm | null> {
  const found = <Value>(value: Value | null): Value => {
    if (value === null) throw new NothingToChange();
    return value;
  };
  try {
    const load = async () => found(await algos.findById(read.id));
    return await content.change(read, { load, changesOf: (algo) => found(changesOf(algo)) });
  } catch (error) {
    if (error instanceof NothingToChange) return null;
    throw error;
  }
}
