import type { Algorithm, Grant } from '../algorithm.ts';
import type { Context } from '../context.ts';
import { countGrants } from '../limits.ts';
import { checkGrantees } from './grantees.ts';
import { withoutRefusers } from './refusals.ts';

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
