import type { Algorithm, Grant, StoredGrant } from '../algorithm.ts';
import type { Context } from '../context.ts';
import { countGrants } from '../limits.ts';
import type { UserRepository } from '../ports.ts';
import { DomainError, invalidData, Responses, type Violation } from '../responses.ts';
import type { User } from '../user.ts';
import { ownerNamed, violation } from '../violation.ts';
import { commitShares } from './commitShares.ts';
import { withoutRefusers } from './refusals.ts';

/**
 * Checks whom an owner wants to share an algorithm with.
 * @throws DomainError General.Invalid_data if a grant names the owner, or a user who does not exist
 */
async function checkGrantees(users: UserRepository, { ownerId }: Algorithm, grants: readonly Grant[]): Promise<void> {
  if (grants.length === 0) return;
  const existing = new Set(await users.existing(grants.map(({ idUtilisateur }) => idUtilisateur)));
  const wrong = grants.flatMap(({ idUtilisateur }, index): Violation[] => {
    const path = `/permsAlgorithme/${index}/idUtilisateur`;
    if (idUtilisateur === ownerId) return [ownerNamed(path)];
    return existing.has(idUtilisateur) ? [] : [violation(path, 'unknown_user')];
  });
  if (wrong.length > 0) throw invalidData(...wrong);
}

/**
 * The grants that an algorithm can have of those that its owner asks for, without those of people who refuse the owner. Counts the people
 * who had none.
 * @throws DomainError for a grantee that cannot be one; TooManyRequestsError when the user has shared too often
 */
export async function permittedGrants(
  context: Context,
  { algo, requesterId }: { readonly algo: Algorithm; readonly requesterId: number },
  asked: readonly Grant[] | undefined,
): Promise<readonly Grant[] | undefined> {
  await checkGrantees(context.users, algo, asked ?? []);
  const known = new Set(algo.permsAlgorithme.map(({ idUtilisateur }) => idUtilisateur));
  const added = (asked ?? []).filter(({ idUtilisateur }) => !known.has(idUtilisateur));
  await countGrants(context, requesterId, added.length);
  if (added.length === 0) return asked;
  const given = new Set(await withoutRefusers(context, algo, added)); // of the others, who refuses meanwhile is found after the commit
  return asked?.filter((grant) => known.has(grant.idUtilisateur) || given.has(grant));
}

/**
 * Removes the grants of users who were deleted, or have refused the owner, while these grants were committed: both remove only the grants
 * that existed then, perhaps not these. Returns the record as it was committed, without them: what others have committed since must not be
 * taken for the work of this caller, so its version is that of the commit.
 */
export async function withoutUsersGone(context: Context, algo: Algorithm, given: readonly Grant[]): Promise<Algorithm> {
  if (given.length === 0) return algo;
  const ids = given.map(({ idUtilisateur }) => idUtilisateur);
  const existing = new Set(await context.users.existing(ids));
  const wanted = new Set((await withoutRefusers(context, algo, given)).map(({ idUtilisateur }) => idUtilisateur));
  const gone = new Set(ids.filter((id) => !existing.has(id) || !wanted.has(id)));
  if (gone.size > 0) await commitShares(context, algo, (current) => withoutUsers(current, gone));
  return gone.size === 0 ? algo : { ...algo, ...withoutUsers(algo, gone) };
}

/** Null if none of them has a right by a grant. */
export function withoutUsers(
  { permsAlgorithme }: Algorithm,
  gone: ReadonlySet<number>,
): Pick<Algorithm, 'permsAlgorithme'> | null {
  const left = permsAlgorithme.filter(({ idUtilisateur }) => !gone.has(idUtilisateur));
  return left.length === permsAlgorithme.length ? null : { permsAlgorithme: left };
}

/**
 * Refuses a user who gives rights by a session that has ended while the request ran, if the account can have been taken over meanwhile. To
 * be called after the record was read and before its compare-and-set: `withdrawRights` says why. An account is taken over only while it is
 * unconfirmed. It is, and it gets so again when an unconfirmed former address is taken back. For all others nothing is read.
 * @throws DomainError General.Unauthorized
 */
export async function requireStillOwn(users: UserRepository, user: User): Promise<void> {
  const canBeTakenOver = !user.isVerified || user.emailChange.former.some((one) => !one.isVerified);
  if (!canBeTakenOver) return;
  const now = await users.findById(user.id);
  if (now?.credentialsVersion !== user.credentialsVersion) throw new DomainError(Responses.General.Unauthorized);
}

/** Grants that replace all others keep what is known of each: since when, and whether a mail is due. New ones begin now, without a mail. */
export const datedGrants = (
  before: readonly StoredGrant[],
  given: readonly Grant[],
  now: number,
): readonly StoredGrant[] => {
  const known = new Map(before.map((grant) => [grant.idUtilisateur, grant]));
  return given.map(({ idUtilisateur, droits }) => ({
    ...(known.get(idUtilisateur) ?? { idUtilisateur, date: now }),
    droits,
  }));
};
