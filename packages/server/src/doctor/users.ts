import { emailKey } from '@algotheque/domain';
import type { Finding } from './codes.ts';
import { findingsIn, placeOf, unlessDamaged } from './damaged.ts';
import { again, type Look, type LookPorts } from './look.ts';

/** The entries of deletions under way. An entry is no finding: a server finishes it. */
export const checkDeletions = (look: Look): AsyncGenerator<Finding> =>
  findingsIn(look, 'deletion', {
    of({ userId }) {
      look.known.deletions.add(userId);
      look.known.uses('user', userId);
      return [];
    },
    onDamaged(damage) {
      const id = look.known.usesDamaged('user', damage);
      if (id !== null) look.known.deletions.add(id);
    },
  });

/**
 * The values of every user; one user for each e-mail, present and former, as the server compares them; a mark of deletion only where a
 * deletion is under way.
 */
export function checkUsers(look: Look): AsyncGenerator<Finding> {
  const { known, ports } = look;
  const emails = new Map<string, number>();
  return findingsIn(look, 'user', {
    *of({ id, adresseMail, credentialsVersion, deleted, emailChange }) {
      known.uses('user', id);
      known.users.set(id, { credentialsVersion });
      const addresses = [adresseMail, ...emailChange.former.map((one) => one.adresseMail)];
      for (const key of new Set(addresses.map((address) => emailKey(ports?.users.emailCase ?? 'exact', address)))) {
        const other = emails.get(key);
        emails.set(key, id);
        if (other !== undefined) yield { code: 'email-twice', place: `users ${other} and ${id}` };
      }
      const isHidden = async (now: LookPorts) => !(await isBeingDeleted(now, id));
      if (deleted && !known.deletions.has(id))
        yield { code: 'user-hidden', place: placeOf('user', id), ...again(look, isHidden) };
    },
    onDamaged(damage) {
      const id = known.usesDamaged('user', damage);
      if (id !== null) known.users.set(id, { credentialsVersion: null });
    },
  });
}

/** Whether a user was listed, or is being deleted: then what names the user is removed with them. */
export const isListed = ({ known: { users, deletions } }: Look, userId: number): boolean =>
  users.has(userId) || deletions.has(userId);

/**
 * How a finding about a user who was not listed is looked at again, because users come and go beside a running server.
 * @param isThere whether what names the user is there now
 */
export const againWithoutUser = (
  look: Look,
  userId: number,
  isThere: (ports: LookPorts) => Promise<boolean>,
): Pick<Finding, 'isStill'> => again(look, async (ports) => !(await isUser(ports, userId)) && (await isThere(ports)));

async function isUser(ports: LookPorts, userId: number): Promise<boolean> {
  const existing = await unlessDamaged(ports.users.existing([userId]), [userId]); // a damaged user is one
  return existing.length > 0 || (await isBeingDeleted(ports, userId));
}

/** Whether a deletion of the user is under way now. */
async function isBeingDeleted({ deletions }: LookPorts, userId: number): Promise<boolean> {
  return (await deletions.list(() => {})).some((entry) => entry.userId === userId);
}
