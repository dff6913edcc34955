import type { Algorithm, StoredGrant, WaitingShare } from '../algorithm.ts';
import type { Context } from '../context.ts';
import { attempt } from '../problems.ts';
import { commitShares } from './commitShares.ts';
import { isRefused as refuses, isRefusedAt as refusesAt } from './refusals.ts';
import { sendInvitation, sendShared } from './shareMails.ts';
import { isInForce } from './shareSteps.ts';

interface Meant {
  readonly isMeant?: (one: StoredGrant | WaitingShare) => boolean;
  readonly endedBy?: number;
  readonly isRefusedAt?: (adresseMail: string) => Promise<boolean>;
}

/** What the work is called in reports. */
export const SHARE_MAIL = 'mail about a share';

/**
 * Does what is due about the shares of a record: sends the mails, and removes what has ended. A mail is due until the mailer has it, or it
 * is left out. Each failure is reported, and its mail stays due. The right of a user who was deleted meanwhile, or refuses the owner, ends:
 * the deletion or refusal may have come before the right.
 * @param which `isMeant` selects the mails to send, default: all; shares that have ended by `endedBy` are removed, default: none;
 *   `isRefusedAt` says whether the user of an address refuses the owner, for a caller who knows, default: it is read
 * @returns whether something was done
 */
export async function finishShares(
  context: Context,
  algo: Algorithm,
  {
    isMeant = () => true,
    endedBy = 0,
    isRefusedAt = (adresseMail) => refusesAt(context, { ownerId: algo.ownerId, adresseMail }),
  }: Meant = {},
): Promise<boolean> {
  const owner = await context.users.findById(algo.ownerId);
  if (owner === null) return false; // they are being deleted, and the record with them
  const done = new Set<StoredGrant | WaitingShare>();
  const gone = new Set<number>();
  const finish = (one: StoredGrant | WaitingShare, work: () => Promise<void>) =>
    attempt(context.onProblem, SHARE_MAIL, async () => {
      await work();
      done.add(one);
    });
  for (const grant of algo.permsAlgorithme) {
    if (grant.isMailDue !== true || !isMeant(grant)) continue;
    await finish(grant, async () => {
      const user = await context.users.findById(grant.idUtilisateur);
      const isRefused = await refuses(context, { userId: grant.idUtilisateur, ownerId: owner.id });
      if (user === null || isRefused) gone.add(grant.idUtilisateur);
      else await sendShared(context, { owner, algo, user });
    });
  }
  const now = context.clock.now();
  for (const share of algo.waiting.filter((one) => one.isMailDue && isInForce(one, now) && isMeant(one))) {
    await finish(share, async () => {
      const isRefused = await isRefusedAt(share.adresseMail);
      await sendInvitation(context, { owner, algo, share, isRefused });
    });
  }
  const changesOf = (current: Algorithm) => withoutDone(current, { done, gone, endedBy });
  return (await commitShares(context, algo, changesOf)) !== null;
}

interface Done {
  readonly done: ReadonlySet<StoredGrant | WaitingShare>;
  readonly gone: ReadonlySet<number>;
  readonly endedBy: number;
}

/** The lists without the marks of mails that were sent, and without what has ended. Null if they are the same. */
function withoutDone(
  algo: Algorithm,
  { done, gone, endedBy }: Done,
): Pick<Algorithm, 'permsAlgorithme' | 'waiting'> | null {
  const sent = new Set([...done].map(keyOf));
  const permsAlgorithme = algo.permsAlgorithme
    .filter(({ idUtilisateur }) => !gone.has(idUtilisateur))
    .map((grant) => {
      const { isMailDue: _due, ...told } = grant;
      return grant.isMailDue === true && sent.has(keyOf(grant)) ? told : grant;
    });
  const waiting = algo.waiting
    .filter((share) => isInForce(share, endedBy))
    .map((share) => (share.isMailDue && sent.has(keyOf(share)) ? { ...share, isMailDue: false } : share));
  const isSame = areSame(permsAlgorithme, algo.permsAlgorithme) && areSame(waiting, algo.waiting);
  return isSame ? null : { permsAlgorithme, waiting };
}

const areSame = (list: readonly object[], other: readonly object[]): boolean =>
  list.length === other.length && list.every((one, index) => one === other[index]);

/** Says which mail was due: a share that was given again has another date. */
const keyOf = (one: StoredGrant | WaitingShare): string =>
  `${one.date} ${'idUtilisateur' in one ? one.idUtilisateur : one.adresseMail}`;
