import type { AlgoChanges, Algorithm, GrantedRight } from '../algorithm.ts';
import { DomainError } from '../errors.ts';
import type { Policy } from '../policy.ts';
import { Responses } from '../responses.ts';
import type { Locale } from '../user.ts';
import { MAX_GRANTS } from './grantsInput.ts';
import type { Person } from './shareInput.ts';
import { isInForce, waitsFor, withGrant, withoutWaiting, withWaiting } from './shareSteps.ts';

export interface Asked {
  readonly person: Person;
  readonly droits: GrantedRight;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Of the mail to an address that waits. */
  readonly locale: Locale;
}

/**
 * What sharing a record changes: a user gets the right, and is to be told; for an address it waits, and it is to be invited. A former right
 * gets another one in its place, without a mail.
 * @throws DomainError Algo.Too_many_shares
 */
export function shareChange(
  algo: Algorithm,
  { person, droits, now, locale }: Asked,
  { emailCase, shares }: Pick<Policy, 'emailCase' | 'shares'>,
): AlgoChanges {
  if ('userId' in person) {
    const given = { idUtilisateur: person.userId, droits, date: now, isMailDue: true };
    const permsAlgorithme = withGrant(algo, given);
    if (permsAlgorithme === null) throw tooMany(algo.permsAlgorithme.length, MAX_GRANTS);
    // What waits for the address may not have reached its user yet: it must not come back over this right.
    const waiting = person.namedBy === undefined ? null : withoutWaiting(algo, waitsFor(emailCase, person.namedBy));
    return { permsAlgorithme, ...(waiting !== null && { waiting }) };
  }
  const { adresseMail } = person;
  const share = { adresseMail, droits, date: now, dateExpiration: now + shares.waitingMs, locale, isMailDue: true };
  const present = { waiting: algo.waiting.filter((one) => isInForce(one, now)) };
  const waiting = withWaiting(present, share, emailCase);
  const isGrowth = waiting.length > present.waiting.length;
  if (isGrowth && waiting.length > shares.waitingPerAlgo) throw tooMany(present.waiting.length, shares.waitingPerAlgo);
  return { waiting };
}

const tooMany = (used: number, limit: number): DomainError =>
  new DomainError(Responses.Algo.Too_many_shares, { used, limit });
