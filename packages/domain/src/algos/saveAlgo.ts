import { type Algorithm, placedAlgo, type VersionedAlgo } from '../algorithm.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { AccountsContext, Context } from '../context.ts';
import { DomainError, Responses } from '../responses.ts';
import { eraseAlgo } from './erasure.ts';
import { makeRoom } from './quotaGuard.ts';

interface NewAlgo extends Pick<Algorithm, 'nom' | 'ownerId'> {
  /** The folder of the owner in which it is created; null: at the top, and so if that is deleted meanwhile. */
  readonly dossierId: number | null;
}

/** @throws DomainError Algo.Quota_exceeded; General.Unauthorized if the owner was deleted meanwhile */
export async function saveAlgo(
  context: Context,
  { nom, ownerId, dossierId }: NewAlgo,
  source: SourceText,
): Promise<VersionedAlgo> {
  const now = context.clock.now();
  const places = dossierId === null ? [] : [{ idUtilisateur: ownerId, dossierId }];
  const made = { dateCreation: now, dateModification: now, modifiedBy: ownerId, dateSource: now };
  const fields = { nom, ...made, ownerId, permsAlgorithme: [], places };
  await makeRoom(context, ownerId, { algos: 1, bytes: source.size });
  const algo = await context.content.create(fields, source);
  await undoWithoutOwner(context, algo);
  const isThere = dossierId === null || (await context.trees.has(ownerId, dossierId));
  if (!isThere) await context.algos.place(algo.id, ownerId, null); // a deletion of the folder has not seen the algorithm, perhaps
  const placed = { ...placedAlgo(algo, 'Owner', ownerId), dossierId: isThere ? dossierId : null };
  return { algo: placed, version: algo.version };
}

/**
 * A deletion of the owner that ran meanwhile removed only the algorithms that it saw, perhaps not this one.
 * @throws DomainError General.Unauthorized
 */
export async function undoWithoutOwner(context: AccountsContext, algo: Algorithm): Promise<void> {
  if ((await context.users.findById(algo.ownerId)) !== null) return;
  await eraseAlgo(context, algo);
  throw new DomainError(Responses.General.Unauthorized);
}
