import * as v from 'valibot';
import { folderOf, placedAlgo, VersionedAlgoOutput } from '../algorithm.ts';
import { loadAlgo, requireRightOnAlgo } from '../algos/algoAccess.ts';
import type { Context } from '../context.ts';
import { id, idInput, inputs, optionalFields } from '../input.ts';
import { operation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';

/** Moves an algorithm that the caller may read into a folder of the caller. Nobody else sees it, and the version stays. */
export const placeAlgo = operation({
  summary: 'Move an algorithm into an own folder, or to the top',
  caller: 'authenticated',
  /** `dossierId`: the folder of the caller; null or absent for the top. */
  input: inputs({ id: idInput, place: optionalFields({ dossierId: v.optional(v.nullable(id)) }) }),
  output: VersionedAlgoOutput,
  failures: [Responses.Algo.Not_found, Responses.Folder.Not_found],
  async run({ id, place: { dossierId = null } }, caller, context) {
    const userId = caller.user.id;
    const algo = await loadAlgo(context.algos, { id, requesterId: userId });
    if (dossierId !== null) await context.trees.require(userId, dossierId);
    const former = folderOf(algo, userId);
    if (former !== dossierId && !(await placeIn(context, { id, userId }, dossierId))) {
      if (!(await placeIn(context, { id, userId }, former))) await placeIn(context, { id, userId }, null);
      throw new DomainError(Responses.Folder.Not_found);
    }
    // As it was read: the right may be gone by now.
    return {
      algo: { ...placedAlgo(algo, requireRightOnAlgo(algo, userId), userId), dossierId },
      version: algo.version,
    };
  },
});

/**
 * Reads whether the folder is there after it has placed the algorithm: a deletion looks for algorithms after the folder has left the tree,
 * so one of the two finds the other.
 */
async function placeIn(
  { algos, trees }: Context,
  { id, userId }: { readonly id: number; readonly userId: number },
  dossierId: number | null,
): Promise<boolean> {
  if (!(await algos.place(id, userId, dossierId))) throw new DomainError(Responses.Algo.Not_found);
  return dossierId === null || trees.has(userId, dossierId);
}
