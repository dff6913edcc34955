import type { AlgoChanges, Algorithm } from '../algorithm.ts';
import type { LoadAlgo } from '../content/contentReader.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { AccountsContext } from '../context.ts';
import { DomainError, Responses } from '../responses.ts';
import { freedBy, growthBy, makeRoom, makeRoomForVersion } from './quotaGuard.ts';

interface Commit {
  readonly requesterId: number;
  readonly before: Algorithm;
  readonly load: LoadAlgo;
  readonly changesOf: (current: Algorithm) => AlgoChanges;
  /** Whether the source code is of the version that the record has, which is then not kept. Default: it never is. */
  readonly isOfVersion?: (current: Algorithm) => boolean;
  readonly committed?: () => void;
}

/**
 * Commits a change, computed again for each record that it is tried on. A content that is replaced is kept if the quota has room for it.
 * @throws DomainError Algo.Quota_exceeded
 */
export async function commitSource(
  context: AccountsContext,
  source: SourceText | null,
  { requesterId, before, load, changesOf, isOfVersion = () => false, committed }: Commit,
): Promise<Algorithm> {
  const { content, formers } = context;
  const { ownerId } = before;
  const sized = (algo: Algorithm): AlgoChanges => ({
    ...changesOf(algo),
    ...(source !== null && { contentBytes: source.size }),
  });
  const keep = formers.ofChange(async (algo) => {
    const { contentBytes: bytes } = algo;
    const freed = Math.min(bytes, freedBy(algo, sized(algo)));
    return !isOfVersion(algo) && (await makeRoomForVersion(context, ownerId, { bytes, freed }));
  });
  const withRoom = async (algo: Algorithm): Promise<Algorithm> => {
    const checked = makeRoom(context, ownerId, growthBy(algo, sized(algo)));
    await (requesterId === ownerId ? checked : checked.catch(withoutFigures));
    return algo;
  };
  const change = { source, keep, load: async () => withRoom(await load()), changesOf, ...(committed && { committed }) };
  return content.change(await withRoom(before), change);
}

/** Only the owner may know how much the owner has. */
function withoutFigures(error: unknown): never {
  const isQuota = error instanceof DomainError && error.code === Responses.Algo.Quota_exceeded;
  throw isQuota ? new DomainError(error.code) : error;
}
