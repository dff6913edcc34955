import type { AlgoChanges, Algorithm, GrantedRight } from '../algorithm.ts';
import type { Policy } from '../policy.ts';
import { DomainError, Responses } from '../responses.ts';
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
