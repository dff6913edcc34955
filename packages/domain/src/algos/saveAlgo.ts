import { type AlgoChanges, type Algorithm, placedAlgo, type Right, type VersionedAlgo } from '../algorithm.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { AccountsContext, Context } from '../context.ts';
import { DomainError, Responses } from '../responses.ts';
import { eraseAlgo } from './erasure.ts';
import { freedBy, growthBy } from './quotaGuard.ts';

interface NewAlgo extends Pick<Algorithm, 'nom' | 'ownerId'> {
  /** The folder of the owner in which it is created; at the top if that is deleted meanwhile. Default: null, at the top. */
  readonly dossierId?: number | null;
}

/** @throws DomainError Algo.Quota_exceeded; General.Unauthorized if the owner was deleted meanwhile */
export async function saveAlgo(
  context: Context,
  { nom, ownerId, dossierId = null }: NewAlgo,
  source: SourceText,
): Promise<VersionedAlgo> {
  const now = context.clock.now();
  const places = dossierId === null ? [] : [{ idUtilisateur: ownerId, dossierId }];
  const made = { dateCreation: now, dateModification: now, modifiedBy: ownerId, dateSource: now };
  const fields = { nom, ...made, ownerId, permsAlgorithme: [], places };
  await context.quota.requireRoom(ownerId, { algos: 1, bytes: source.size });
  const algo = await context.content.create(fields, source);
  await undoWithoutOwner(context, algo);
  const isOpen = await context.trees.isOpen(ownerId, dossierId);
  if (!isOpen) await context.algos.place(algo.id, ownerId, null); // a deletion of the folder has not seen the algorithm, perhaps
  const placed = { ...placedAlgo(algo, 'Owner', ownerId), dossierId: isOpen ? dossierId : null };
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

export interface LoadedAlgo {
  readonly algo: Algorithm;
  readonly right: Right;
}

export interface Commit {
  readonly before: LoadedAlgo;
  readonly load: () => Promise<LoadedAlgo>;
  readonly changesOf: (current: Algorithm) => AlgoChanges;
  /** Whether the source code is of the version that the record has, which is then not kept. Default: it never is. */
  readonly isOfVersion?: (current: Algorithm) => boolean;
}

/**
 * Commits a change, computed again for each record that it is tried on. A content that is replaced is kept if the quota has room for it.
 * @throws DomainError Algo.Quota_exceeded
 */
export async function commitSource(
  { content, quota, formers }: Context,
  source: SourceText | null,
  { before, load, changesOf, isOfVersion = () => false }: Commit,
): Promise<Algorithm> {
  const { ownerId } = before.algo;
  const sized = (algo: Algorithm): AlgoChanges => ({
    ...changesOf(algo),
    ...(source !== null && { contentBytes: source.size }),
  });
  const keep = formers.ofChange(async (algo) => {
    const { contentBytes: bytes } = algo;
    const freed = Math.min(bytes, freedBy(algo, sized(algo)));
    return !isOfVersion(algo) && (await quota.makeRoomForVersion(ownerId, bytes, freed));
  });
  const withRoom = async ({ algo, right }: LoadedAlgo): Promise<Algorithm> => {
    const checked = quota.requireRoom(ownerId, growthBy(algo, sized(algo)));
    await (right === 'Owner' ? checked : checked.catch(withoutFigures));
    return algo;
  };
  return content.change(await withRoom(before), { source, keep, load: async () => withRoom(await load()), changesOf });
}

/** Only the owner may know how much the owner has. */
function withoutFigures(error: unknown): never {
  const isQuota = error instanceof DomainError && error.code === Responses.Algo.Quota_exceeded;
  throw isQuota ? new DomainError(error.code) : error;
}
