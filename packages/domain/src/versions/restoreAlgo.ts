import { type Algorithm, type Grant, placedAlgo, VersionedAlgoOutput } from '../algorithm.ts';
import { knownPlace } from '../algos/knownPlaces.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { formerSource } from '../history/formerSource.ts';
import { inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import type { Parts } from '../parts.ts';
import { Responses } from '../responses.ts';
import { requireStillOwn, withoutUsersGone } from '../shares/grantees.ts';
import { eraseAlgo } from '../upkeep/erasure.ts';
import { withdrawRights } from '../upkeep/withdrawal.ts';
import { findDeleted } from './deletedAlgo.ts';

const NEEDS = ['users', 'outbox', 'algos', 'history', 'folders', 'content', 'audit', 'clock', 'onProblem'] as const;
type Restoring = Pick<Parts, (typeof NEEDS)[number]>;

/**
 * Brings an algorithm of the caller back from the bin, under its id and as its next version, with its history, its shares and the folders in which it was. The record is
 * inserted without rights, and gets them by a change of its own: a crash between the two leaves it without them.
 */
export const restoreAlgo = operation({
  summary: 'Bring a deleted algorithm back from the bin',
  caller: 'authenticated',
  input: inputs({ id: idInput }),
  output: VersionedAlgoOutput,
  failures: [Responses.Algo.Not_found],
  needs: NEEDS,
  async run({ id }, caller, parts) {
    const userId = caller.user.id;
    await withdrawRights(parts, caller.user); // takes the rights out of the bin, too
    const deleted = await findDeleted(parts, { id, userId });
    const { former } = deleted;
    const source = await formerSource(deleted);
    const grants = await presentGrants(parts, former);
    const kept = new Set([userId, ...grants.map(({ idUtilisateur }) => idUtilisateur)]);
    const { ref, dateSuppression: _, dateExpiration: _end, contentBytes: _bytes, ...record } = former;
    const places = former.places.filter(({ idUtilisateur }) => kept.has(idUtilisateur));
    const fields = { ...record, permsAlgorithme: [], places, version: former.version + 1 };
    const inserted = await parts.content.insertAgain(fields, source, ref);
    if (inserted === null) throw new DomainError(Responses.Algo.Not_found);
    await undoUnlessAllowed(parts, inserted, former);
    const algo = await withGrants(parts, inserted, { grants, caller });
    audit(parts, 'algo.restored', caller, { targetId: id });
    return { algo: await knownPlace(parts, placedAlgo(algo, 'Owner', userId), userId), version: algo.version };
  },
});

async function presentGrants({ users }: Restoring, { permsAlgorithme }: Algorithm): Promise<readonly Grant[]> {
  if (permsAlgorithme.length === 0) return [];
  const existing = new Set(await users.existing(permsAlgorithme.map(({ idUtilisateur }) => idUtilisateur)));
  return permsAlgorithme.filter(({ idUtilisateur }) => existing.has(idUtilisateur));
}

/**
 * Who removes the entry decides: it may have been removed from the bin meanwhile, or with its owner.
 * @throws DomainError Algo.Not_found; General.Unauthorized if the owner was deleted meanwhile
 */
async function undoUnlessAllowed(
  parts: Restoring,
  algo: Algorithm,
  former: { readonly ref: string; readonly dateExpiration: number },
): Promise<void> {
  const isTaken = await parts.history.remove(former);
  const owner = await parts.users.findById(algo.ownerId);
  if (isTaken && owner !== null) return;
  await eraseAlgo(parts, algo);
  throw new DomainError(owner === null ? Responses.General.Unauthorized : Responses.Algo.Not_found);
}

/** The owner may have shared it anew meanwhile. */
const isNew =
  (given: readonly Grant[]) =>
  (one: Grant): boolean =>
    !given.some(({ idUtilisateur }) => idUtilisateur === one.idUtilisateur);

/** The record as it is with these rights, unless the account was taken over since: `withdrawRights` says why in this order. */
async function withGrants(
  parts: Restoring,
  inserted: Algorithm,
  { grants, caller }: { readonly grants: readonly Grant[]; readonly caller: AuthenticatedCaller },
): Promise<Algorithm> {
  if (grants.length === 0) return inserted;
  const load = async (): Promise<Algorithm> => {
    const algo = await parts.algos.findById(inserted.id);
    if (algo === null) throw new DomainError(Responses.Algo.Not_found);
    await requireStillOwn(parts.users, caller.user);
    return algo;
  };
  const changesOf = ({ permsAlgorithme: given }: Algorithm) => ({
    permsAlgorithme: [...given, ...grants.filter(isNew(given))],
  });
  const algo = await parts.content.change(await load(), { load, changesOf });
  return withoutUsersGone(parts, algo, grants);
}
