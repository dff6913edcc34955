import * as v from 'valibot';
import { GRANTED_RIGHTS, type StoredGrant, type WaitingShare } from '../algorithm.ts';
import type { Context } from '../context.ts';
import { findByAddress } from '../emails/findByAddress.ts';
import { fields, id, type } from '../input.ts';
import { invalidData } from '../responses.ts';
import { email } from '../textInput.ts';
import type { User } from '../user.ts';
import { ownerNamed, violation } from '../violation.ts';
import { isRefused } from './refusals.ts';

/** With whom to share, and the right. */
const ShareDTO = v.object({
  email: v.optional(email),
  idUtilisateur: v.optional(id),
  droits: v.picklist(GRANTED_RIGHTS, type),
});
/** Exactly one of `email` and `idUtilisateur`. */
export const shareFields = fields(ShareDTO, ['email', 'idUtilisateur']);
type Asked = Pick<v.InferOutput<typeof ShareDTO>, 'email' | 'idUtilisateur'>;

/**
 * With whom an algorithm is shared: a user, perhaps named by an address, or the first who confirms an address that nobody has confirmed.
 */
export type Person =
  | { readonly userId: number; readonly namedBy?: string }
  | { readonly adresseMail: string; readonly isRefused: boolean };

/** Whether a right, or what waits for an address as it was typed, is that of the person. */
export const isPerson =
  (person: Person) =>
  (one: StoredGrant | WaitingShare): boolean =>
    'userId' in person
      ? 'idUtilisateur' in one && one.idUtilisateur === person.userId
      : 'adresseMail' in one && one.adresseMail === person.adresseMail;

/** @throws DomainError General.Invalid_data for the owner, and for a user who does not exist */
export async function personOf(
  context: Context,
  { email: address, idUtilisateur = 0 }: Asked,
  owner: Pick<User, 'id'>,
): Promise<Person> {
  if (address !== undefined) {
    const holder = await findByAddress(context.users, address);
    if (holder?.id === owner.id) throw invalidData(ownerNamed('/email'));
    const isConfirmed = holder?.isVerified === true;
    // The same work for all addresses. If the person refuses shares of the owner, the owner gets the answer for an unconfirmed address.
    const refuses = await isRefused(context, { userId: holder?.id ?? 0, ownerId: owner.id });
    if (isConfirmed && !refuses) return { userId: holder.id, namedBy: address };
    return { adresseMail: address, isRefused: isConfirmed && refuses };
  }
  if (idUtilisateur === owner.id) throw invalidData(ownerNamed('/idUtilisateur'));
  const isKnown = (await context.users.existing([idUtilisateur])).length > 0;
  if (!isKnown) throw invalidData(violation('/idUtilisateur', 'unknown_user'));
  return { userId: idUtilisateur };
}
