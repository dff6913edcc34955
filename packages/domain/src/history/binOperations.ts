import * as v from 'valibot';
import { type Algorithm, type Grant, placedAlgo, VersionedAlgoOutput } from '../algorithm.ts';
import { loadAlgo } from '../algos/algoAccess.ts';
import { knownPlace } from '../algos/knownPlaces.ts';
import { undoWithoutOwner } from '../algos/saveAlgo.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import { expectedVersion, idInput, inputs } from '../input.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { DomainError, Responses } from '../responses.ts';
import { requireStillOwn, withoutUsersGone } from '../shares/grantees.ts';
import { withoutRefusers } from '../shares/refusals.ts';
import { withdrawRights } from '../shares/withdrawal.ts';
import { nextTurn, removeInBatches } from '../work.ts';
import { deleteToBin, findDeleted, removeFromBin } from './bin.ts';

/** Deletes an algorithm of the caller: the record, then its content. It waits in the bin, unless the policy has none. */
export const deleteAlgo = operation({
  summary: 'Delete an algorithm',
  caller: 'authenticated',
  input: inputs({ id: idInput, ifVersion: expectedVersion('ifVersion') }),
  output: null,
  failures: [Responses.Algo.Not_found, Responses.Algo.Forbidden_delete, Responses.Algo.Conflict],
  async run({ id, ifVersion }, caller, context) {
    const access = { id, requesterId: caller.user.id, operations: ['delete'] as const, ifVersion };
    const load = async () => (await loadAlgo(context.algos, access)).algo;
    await deleteToBin(context, await load(), load);
    audit(context, 'algo.deleted', caller, { targetId: id });
  },
});

/** Removes an algorithm of the caller from the bin, with its history. Of a removal and a restoration at once, one succeeds. */
export const purgeAlgo = operation({
  summary: 'Remove a deleted algorithm from the bin, for good',
  caller: 'authenticated',
  input: inputs({ id: idInput }),
  output: null,
  failures: [Responses.Algo.Not_found],
  async run({ id }, caller, context) {
    const algo = await findDeleted(context, { id, userId: caller.user.id });
    if (!(await removeFromBin(context, algo))) throw new DomainError(Responses.Algo.Not_found);
    audit(context, 'algo.purged', caller, { targetId: id });
  },
});

/** Removes everything that the caller has in the bin, each algorithm in a commit of its own: what fails stays there and is reported. */
export const emptyBin = operation({
  summary: 'Remove all deleted algorithms of the requester from the bin, for good',
  caller: 'authenticated',
  input: null,
  output: v.object({ algos: v.number() }),
  failures: [],
  async run(_input, caller, context) {
    const { bin, bounds, onProblem } = context;
    let algos = 0;
    await removeInBatches(bounds.batch, {
      list: (limit) => bin.listOwned(caller.user.id, limit),
      keyOf: ({ id, version }) => `${id} ${version}`,
      remove: (key) =>
        attempt(onProblem, 'an algorithm of a bin that is emptied', async () => {
          if (!(await removeFromBin(context, key))) return;
          algos += 1;
          audit(context, 'algo.purged', caller, { targetId: key.id });
          await nextTurn();
        }),
    });
    return { algos };
  },
});

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
    const restored = await context.content.restore(await load(), load, (deleted) => presentShares(context, deleted));
    const algo = await withoutUsersGone(context, restored, restored.permsAlgorithme);
    await undoWithoutOwner(context, algo);
    audit(context, 'algo.restored', caller, { targetId: id });
    return { algo: await knownPlace(context, placedAlgo(algo, 'Owner', userId), userId), version: algo.version };
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
  const kept = new Set(grants.map(({ idUtilisateur }) => idUtilisateur));
  const isThere = ({ idUtilisateur }: Pick<Grant, 'idUtilisateur'>): boolean => kept.has(idUtilisateur);
  return {
    permsAlgorithme: grants,
    places: places.filter((place) => place.idUtilisateur === ownerId || isThere(place)),
  };
}
