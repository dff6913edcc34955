import type { AlgoChanges, Algorithm, GrantedRight, StoredGrant, WaitingShare } from '../algorithm.ts';
import { type EmailCase, emailKey } from '../emails/emailKey.ts';
import type { Policy } from '../policy.ts';
import { DomainError, Responses } from '../responses.ts';
import type { Locale } from '../user.ts';
import { MAX_GRANTS } from './grantsInput.ts';
import type { Person } from './shareInput.ts';

/* What the changes of shares lead to: the lists of a record, computed from those that it has. */

/** The lists of a record that say who has a right on it, and who may get one. */
export type Shared = Pick<Algorithm, 'permsAlgorithme' | 'waiting'>;

/** 0 when a mail about the grant is due, else null. Not the date of the grant: a clock that was ahead may have written it. */
export const grantDueOf = ({ isMailDue }: StoredGrant): number | null => (isMailDue === true ? 0 : null);

/** When something is to be done about a waiting share: 0 when its mail is due, else when it ends. */
export const waitingDueOf = ({ isMailDue, dateExpiration }: WaitingShare): number => (isMailDue ? 0 : dateExpiration);

/** The dates at which something is to be done about the shares of a record, each once; milliseconds since the Unix epoch, 0 for a mail. */
export function sharesDueOf({ permsAlgorithme, waiting }: Shared): readonly number[] {
  const dates = [...permsAlgorithme.map(grantDueOf), ...waiting.map(waitingDueOf)];
  return [...new Set(dates.filter((date) => date !== null))];
}

/** Whether a waiting share has an effect at this time. */
export const isInForce = ({ dateExpiration }: WaitingShare, now: number): boolean => now < dateExpiration;

/** Whether a share waits for an address, as the service compares addresses. After a change of the mode (`EmailCase`) several may do. */
export const waitsFor =
  (emailCase: EmailCase, address: string) =>
  ({ adresseMail }: WaitingShare): boolean =>
    emailKey(emailCase, adresseMail) === emailKey(emailCase, address);

/** The grants with this one. A user who has a right gets another one in its place, and no mail. Null above the bound of grants. */
function withGrant(
  { permsAlgorithme }: Pick<Shared, 'permsAlgorithme'>,
  given: StoredGrant,
): readonly StoredGrant[] | null {
  const isUser = (grant: StoredGrant): boolean => grant.idUtilisateur === given.idUtilisateur;
  if (permsAlgorithme.some(isUser)) {
    return permsAlgorithme.map((grant) => (isUser(grant) ? { ...grant, droits: given.droits } : grant));
  }
  return permsAlgorithme.length >= MAX_GRANTS ? null : [...permsAlgorithme, given];
}

/**
 * The list with this share in place of what waits for the same address. If the mail of that has been sent, it is not sent once more, and
 * the share ends when the link of that mail does.
 */
export function withWaiting(
  { waiting }: Pick<Shared, 'waiting'>,
  share: WaitingShare,
  emailCase: EmailCase,
): readonly WaitingShare[] {
  const isFor = waitsFor(emailCase, share.adresseMail);
  const sent = waiting.find((one) => isFor(one) && !one.isMailDue);
  const kept = sent && { isMailDue: false, dateExpiration: sent.dateExpiration };
  return [...waiting.filter((one) => !isFor(one)), { ...share, ...kept }];
}

/** The list without what waits for the address; null if nothing does. */
export function withoutWaiting(
  { waiting }: Pick<Shared, 'waiting'>,
  isFor: (share: WaitingShare) => boolean,
): readonly WaitingShare[] | null {
  const left = waiting.filter((one) => !isFor(one));
  return left.length === waiting.length ? null : left;
}

/**
 * The changes by which what waits for an address becomes a right of this user, who keeps a stronger one and gets no mail. It is only
 * removed if it has ended, or there is no room for it. Null if nothing waits.
 */
export function givenTo(
  algo: Shared,
  isFor: (share: WaitingShare) => boolean,
  { userId, now }: { readonly userId: number; readonly now: number },
): AlgoChanges | null {
  const waiting = withoutWaiting(algo, isFor);
  if (waiting === null) return null;
  const given = algo.waiting.filter((one) => isFor(one) && isInForce(one, now));
  if (given.length === 0) return { waiting };
  const has = algo.permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur === userId);
  const droits = [...has, ...given].some((one) => one.droits === 'ReadWrite') ? 'ReadWrite' : 'Read';
  const permsAlgorithme = withGrant(algo, { idUtilisateur: userId, droits, date: now });
  return permsAlgorithme === null ? { waiting } : { waiting, permsAlgorithme };
}

/** With whom an owner shares, and what. */
interface Asked {
  readonly person: Person;
  readonly droits: GrantedRight;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Of the mail to an address that waits. */
  readonly locale: Locale;
}

/**
 * What sharing a record changes: a user gets the right, and is to be told; for an address it waits, and it is to be invited. A former right
 * gets another one in its place, without a mail. An address that does not wait already needs room among the rights and among what waits,
 * whether an account has it or not.
 * @throws DomainError Algo.Too_many_shares
 */
export function shareChange(
  algo: Algorithm,
  { person, droits, now, locale }: Asked,
  { emailCase, shares }: Policy,
): AlgoChanges {
  const address = 'userId' in person ? person.namedBy : person.adresseMail;
  const present = { waiting: algo.waiting.filter((one) => isInForce(one, now)) };
  if (address !== undefined && !present.waiting.some(waitsFor(emailCase, address))) {
    requireRoom(present.waiting.length, shares.waitingPerAlgo);
    requireRoom(algo.permsAlgorithme.length, MAX_GRANTS);
  }
  if ('userId' in person) {
    const permsAlgorithme = withGrant(algo, { idUtilisateur: person.userId, droits, date: now, isMailDue: true });
    if (permsAlgorithme === null) throw tooMany(algo.permsAlgorithme.length, MAX_GRANTS);
    // What waits for the address may not have reached its user yet: it must not come back over this right.
    const waiting = address === undefined ? null : withoutWaiting(algo, waitsFor(emailCase, address));
    return { permsAlgorithme, ...(waiting !== null && { waiting }) };
  }
  const { adresseMail } = person;
  const share = { adresseMail, droits, date: now, dateExpiration: now + shares.waitingMs, locale, isMailDue: true };
  return { waiting: withWaiting(present, share, emailCase) };
}

function requireRoom(used: number, limit: number): void {
  if (used >= limit) throw tooMany(used, limit);
}

const tooMany = (used: number, limit: number): DomainError =>
  new DomainError(Responses.Algo.Too_many_shares, { used, limit });
