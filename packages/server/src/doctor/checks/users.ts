import { damagedRecord, emailKey } from '@algotheque/domain';
import type { Finding } from '../codes.ts';
import type { Look } from '../look.ts';
import { placeOf, readRows, unlessDamaged } from './damaged.ts';

/** The entries of deletions under way. An entry is no finding: a server finishes it. */
export async function* checkDeletions(look: Look): AsyncGenerator<Finding> {
  const { known } = look;
  for await (const { row, damage } of readRows(look, 'deletion')) {
    if (damage === null) {
      known.deletions.add(row.userId);
      known.uses('user', row.userId);
      continue;
    }
    const id = known.usesDamaged('user', damage);
    if (id !== null) known.deletions.add(id);
    yield damagedRecord(damage);
  }
}

/**
 * The values of every user; one user for each e-mail, present and former, as the server compares them; a mark of deletion only where a
 * deletion is under way.
 */
export async function* checkUsers(look: Look): AsyncGenerator<Finding> {
  const { known } = look;
  const emails = new Map<string, number>();
  for await (const { row, damage } of readRows(look, 'user')) {
    if (damage !== null) {
      const id = known.usesDamaged('user', damage);
      if (id !== null) known.users.set(id, { credentialsVersion: null });
      yield damagedRecord(damage);
      continue;
    }
    const { id, adresseMail, credentialsVersion, deleted, emailChange } = row;
    known.uses('user', id);
    known.users.set(id, { credentialsVersion });
    const addresses = [adresseMail, ...emailChange.former.map((one) => one.adresseMail)];
    for (const key of new Set(addresses.map((address) => emailKey(look.users.emailCase ?? 'exact', address)))) {
      const other = emails.get(key);
      emails.set(key, id);
      if (other !== undefined) yield { code: 'email-twice', place: `users ${other} and ${id}` };
    }
    if (deleted && !known.deletions.has(id) && !(await isBeingDeleted(look, id))) {
      yield { code: 'user-hidden', place: placeOf('user', id) };
    }
  }
}

/** Whether a deletion of the user is under way now. */
async function isBeingDeleted({ deletions }: Look, userId: number): Promise<boolean> {
  return (await deletions.list(() => {})).some((entry) => entry.userId === userId);
}

/**
 * Whether a user exists, or is being deleted: then what names the user is removed with them. Asks again for a user who was not
 * there at first, because users come and go beside a running server.
 */
export async function isUser(look: Look, userId: number): Promise<boolean> {
  const { users, deletions } = look.known;
  if (users.has(userId) || deletions.has(userId)) return true;
  const isThere = (await unlessDamaged(look.users.existing([userId]), [userId])).length > 0; // a damaged user is one
  return isThere || (await isBeingDeleted(look, userId));
}
