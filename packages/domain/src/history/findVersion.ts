import * as v from 'valibot';
import type { Algorithm, FormerAlgo } from '../algorithm.ts';
import { keepsVersions, withoutCurrent } from '../content/formers.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { AccountsContext } from '../context.ts';
import { DomainError, Responses } from '../responses.ts';
import { DamagedError, type OnDamaged } from '../storeErrors.ts';

export const VersionOutput = v.object({
  /** The version of the algorithm before its source code was replaced. */
  version: v.number(),
  nom: v.string(),
  /** When its source code was saved, the first of the saves that are this version, milliseconds since the Unix epoch. */
  dateModification: v.number(),
  /** Who saved the source code: null if the requester may not know with whom the algorithm is shared. */
  idUtilisateur: v.nullable(v.number()),
  bytes: v.number(),
});
type Version = Readonly<v.InferOutput<typeof VersionOutput>>;

export const versionOf =
  ({ ownerId }: Pick<FormerAlgo, 'ownerId'>, userId: number) =>
  ({ version, nom, modifiedBy, dateSource, contentBytes }: FormerAlgo): Version => ({
    version,
    nom,
    dateModification: dateSource,
    idUtilisateur: [ownerId, userId].includes(modifiedBy) || userId === ownerId ? modifiedBy : null,
    bytes: contentBytes,
  });

/**
 * The former versions of an algorithm, the latest first, without those that have ended, and without entries of commits that did not happen.
 */
export async function formersToShow(
  context: AccountsContext,
  { id, ref }: Pick<Algorithm, 'id' | 'ref'>,
  onDamaged?: OnDamaged,
): Promise<readonly FormerAlgo[]> {
  return keptOf(context, await context.history.list(id, onDamaged), ref);
}

/** @param current the reference of the content that the record has */
export function keptOf(
  context: AccountsContext,
  entries: readonly FormerAlgo[],
  current: string | null,
): readonly FormerAlgo[] {
  if (!keepsVersions(context)) return [];
  const now = context.clock.now();
  // The latest one stays when it has ended.
  return withoutCurrent(entries, current).filter((former, index) => index === 0 || former.dateExpiration > now);
}

/** Of the versions, the latest first, those that the user may see: the owner all, others what was there since they have the right. */
export function seenBy(found: readonly FormerAlgo[], algo: Algorithm, userId: number): readonly FormerAlgo[] {
  if (algo.ownerId === userId) return found;
  const since = algo.permsAlgorithme.find(({ idUtilisateur }) => idUtilisateur === userId)?.date ?? 0;
  if (algo.dateSource < since) return [];
  const before = found.findIndex(({ dateSource }) => dateSource < since);
  return before === -1 ? found : found.slice(0, before + 1); // the last one of them was there when the right was given
}

/** @throws DomainError Algo.Version_not_found; DamagedError */
export async function findVersion(
  context: AccountsContext,
  { algo, userId }: { readonly algo: Algorithm; readonly userId: number },
  version: number,
): Promise<{ readonly former: FormerAlgo; readonly source: SourceText }> {
  const found = await context.history.find(algo.id, version);
  const seen = seenBy(await formersToShow(context, algo, () => {}), algo, userId);
  const source = found !== null && seen.some(({ ref }) => ref === found.ref) ? await sourceOf(context, found) : null;
  if (found === null || source === null) throw new DomainError(Responses.Algo.Version_not_found);
  return { former: found, source };
}

/** Null when the version was removed meanwhile. @throws DamagedError */
export async function sourceOf({ history, content }: AccountsContext, former: FormerAlgo): Promise<SourceText | null> {
  try {
    return await content.reader.former(former);
  } catch (error) {
    if (error instanceof DamagedError && (await history.idOf(former.ref)) === null) return null;
    throw error;
  }
}
