import { type Algorithm, placedAlgo, type VersionedAlgo } from '../algorithm.ts';
import type { SourceText } from '../content/sourceText.ts';
import { DomainError } from '../errors.ts';
import type { Parts } from '../parts.ts';
import { Responses } from '../responses.ts';
import { eraseAlgo } from '../upkeep/erasure.ts';

type Saving = Pick<Parts, 'users' | 'algos' | 'trees' | 'clock' | 'content' | 'quota'>;

interface NewAlgo extends Pick<Algorithm, 'nom' | 'ownerId'> {
  /** The folder of the owner in which it is created; at the top if that is deleted meanwhile. Default: null, at the top. */
  readonly dossierId?: number | null;
}

/** Saves a new algorithm of the owner. @throws DomainError Algo.Quota_exceeded; General.Unauthorized if the owner was deleted meanwhile */
export async function saveAlgo(
  parts: Saving,
  { nom, ownerId, dossierId = null }: NewAlgo,
  source: SourceText,
): Promise<VersionedAlgo> {
  const now = parts.clock.now();
  const places = dossierId === null ? [] : [{ idUtilisateur: ownerId, dossierId }];
  const made = { dateCreation: now, dateModification: now, modifiedBy: ownerId, dateSource: now };
  const fields = { nom, ...made, ownerId, permsAlgorithme: [], places };
  const algo = await parts.quota.within(ownerId, async ({ claim }) => {
    await claim({ algos: 1, bytes: source.size });
    const created = await parts.content.create(fields, source);
    await undoUnlessAllowed(parts, created);
    return created;
  });
  const isOpen = await parts.trees.isOpen(ownerId, dossierId);
  if (!isOpen) await parts.algos.place(algo.id, ownerId, null); // a deletion of the folder has not seen the algorithm, perhaps
  const placed = { ...placedAlgo(algo, 'Owner', ownerId), dossierId: isOpen ? dossierId : null };
  return { algo: placed, version: algo.version };
}

// Another server may have inserted meanwhile. A deletion of the owner that ran meanwhile removed only the algorithms
// that it saw, perhaps not this one.
async function undoUnlessAllowed(parts: Saving, algo: Algorithm): Promise<void> {
  const [excess, owner] = await Promise.all([parts.quota.excessBy(algo), parts.users.findById(algo.ownerId)]);
  if (excess === null && owner !== null) return;
  await eraseAlgo(parts, algo);
  throw owner === null ? new DomainError(Responses.General.Unauthorized) : excess;
}
