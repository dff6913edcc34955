import type { AlgoChanges, Algorithm, GrantedRight, StoredGrant, WaitingShare } from '../algorithm.ts';
import { type EmailCase, emailKey } from '../emails/emailKey.ts';
import { MAX_GRANTS } from './grantsInput.ts';

/* What the changes of shares lead to: the lists of a record, computed from those that it has. */

/** The lists of a record that say who has a right on it, and who may get one. */
export type Shared = Pick<Algorithm, 'permsAlgorithme' | 'waiting'>;

/** Since when a mail about the grant is due; null when none is. */
export const grantDueOf = ({ date = 0, isMailDue }: StoredGrant): number | null => (isMailDue === true ? date : null);

/** When something is to be done about a waiting share: its mail is due since then, or it ends. */
export const waitingDueOf = ({ isMailDue, date, dateExpiration }: WaitingShare): number =>
  isMailDue ? date : dateExpiration;

/** The dates at which something is to be done about the shares of a record, each once; milliseconds since the Unix epoch. */
export function sharesDueOf({ permsAlgorithme, waiting }: Shared): readonly number[] {
  const dates = [...permsAlgorithme.map(grantDueOf), ...waiting.map(waitingDueOf)];
  return [...new Set(dates.filter((date) => date !== null))];
}

/** Whether a waiting share has an effect at this time. */
export const isInForce = ({ dateExpiration }: WaitingShare, now: number): boolean => now < dateExpiration;

/** The share that waits for an address, as the service compares addresses. */
export const waitingFor = (
  { waiting }: Pick<Shared, 'waiting'>,
  emailCase: EmailCase,
  address: string,
): WaitingShare | undefined =>
  waiting.find(({ adresseMail }) => emailKey(emailCase, adresseMail) === emailKey(emailCase, address));

interface Given {
  readonly idUtilisateur: number;
  readonly droits: GrantedRight;
  /** Milliseconds since the Unix epoch. */
  readonly date: number;
  /** Whether a mail is to tell the user of it. */
  readonly isMailDue: boolean;
}

/** The grants with this one. A user who has a right gets another one in its place, and no mail. Null above the bound of grants. */
export function withGrant(
  { permsAlgorithme }: Pick<Shared, 'permsAlgorithme'>,
  { idUtilisateur, droits, date, isMailDue }: Given,
): readonly StoredGrant[] | null {
  const isUser = (grant: StoredGrant): boolean => grant.idUtilisateur === idUtilisateur;
  if (permsAlgorithme.some(isUser)) {
    return permsAlgorithme.map((grant) => (isUser(grant) ? { ...grant, droits } : grant));
  }
  if (permsAlgorithme.length >= MAX_GRANTS) return null;
  return [...permsAlgorithme, { idUtilisateur, droits, date, ...(isMailDue && { isMailDue }) }];
}

/** The list with this share in place of one for the same address, whose mail is not sent once more. */
export function withWaiting(
  { waiting }: Pick<Shared, 'waiting'>,
  share: WaitingShare,
  emailCase: EmailCase,
): readonly WaitingShare[] {
  const before = waitingFor({ waiting }, emailCase, share.adresseMail);
  const others = waiting.filter((one) => one !== before);
  return [...others, before === undefined ? share : { ...share, isMailDue: before.isMailDue }];
}

/** The changes by which a waiting share becomes a right of this user, who keeps a stronger one. It is only removed if it has ended, its owner is the user, or there is no room for it. */
export function givenTo(
  algo: Shared & Pick<Algorithm, 'ownerId'>,
  share: WaitingShare,
  { userId, now }: { readonly userId: number; readonly now: number },
): AlgoChanges {
  const waiting = algo.waiting.filter((one) => one !== share);
  if (!isInForce(share, now) || userId === algo.ownerId) return { waiting };
  const has = algo.permsAlgorithme.find(({ idUtilisateur }) => idUtilisateur === userId)?.droits;
  const droits = has === 'ReadWrite' ? has : share.droits;
  const { isMailDue } = share;
  const permsAlgorithme = withGrant(algo, { idUtilisateur: userId, droits, date: now, isMailDue });
  return permsAlgorithme === null ? { waiting } : { waiting, permsAlgorithme };
}
