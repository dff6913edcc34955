import { type Algorithm, VersionedAlgoOutput } from '../algorithm.ts';
import { versionedView } from '../algos/knownPlaces.ts';
import { undoWithoutOwner } from '../algos/saveAlgo.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import { idInput, inputs } from '../input.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { requireStillOwn, withoutUsersGone } from '../shares/grantees.ts';
import { withoutRefusers } from '../shares/refusals.ts';
import { withdrawRights } from '../shares/withdrawal.ts';
import { findDeleted } from './bin.ts';

/**
 * Brings an algorithm of the caller back from the bin, under its id and as its next version, with its history, its shares and its folders,
 * in one commit. Of a restoration and another one, or a removal for good, one succeeds.
 */
export const restoreAlgo = operation({
  summary: 'Bring a deleted algorithm back from the bin',
  caller: 'authenticated',
  input: inputs({ id: idInput }),
  output: VersionedAlgoOutput,
  failures: [Responses.Algo.Not_found],
  async run({ id }, caller, context) {
    const userId = caller.user.id;
    await withdrawRights(context, caller.user); // takes the rights out of the bin, too
    const load = async () => {
      const entry = await findDeleted(context, { id, userId });
      await requireStillOwn(context.users, caller.user); // after the reading: `withdrawRights` says why
      return entry;
    };
    const restored = await context.content.restore(
      await load(),
      load,
      (deleted) => presentShares(context, deleted),
      () => audit(context, 'algo.restored', caller, { targetId: id }),
    );
    const algo = await withoutUsersGone(context, restored, restored.permsAlgorithme);
    await undoWithoutOwner(context, algo);
    return versionedView(context, algo, userId);
  },
});

async function presentShares(
  context: Context,
  { ownerId, permsAlgorithme, places }: Algorithm,
): Promise<Pick<Algorithm, 'permsAlgorithme' | 'places'>> {
  if (permsAlgorithme.length === 0) return { permsAlgorithme, places };
  const existing = new Set(await context.users.existing(permsAlgorithme.map(({ idUtilisateur }) => idUtilisateur)));
  const there = permsAlgorithme.filter(({ idUtilisateur }) => existing.has(idUtilisateur));
  const grants = await withoutRefusers(context, { ownerId }, there);
  const kept = new Set([ownerId, ...grants.map(({ idUtilisateur }) => idUtilisateur)]);
  return { permsAlgorithme: grants, places: places.filter(({ idUtilisateur }) => kept.has(idUtilisateur)) };
}
