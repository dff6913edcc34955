import * as v from 'valibot';
import type { AlgoChanges, Algorithm, Grant, VersionedAlgo } from '../algorithm.ts';
import { placedAlgo, VersionedAlgoOutput } from '../algorithm.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import { checkSource } from '../content/sourceText.ts';
import type { Context } from '../context.ts';
import { type ExpectedVersion, expectedVersion, fields, id, idInput, inputs, setByService } from '../input.ts';
import { nom } from '../nameInput.ts';
import { operation } from '../operation.ts';
import { invalidData, Responses } from '../responses.ts';
import { datedGrants, requireStillOwn, withoutUsersGone } from '../shares/grantees.ts';
import { grants } from '../shares/grantsInput.ts';
import { permittedGrants } from '../shares/permittedGrants.ts';
import { withdrawRights } from '../shares/withdrawal.ts';
import { violation } from '../violation.ts';
import { loadAlgo, requireRight } from './algoAccess.ts';
import { knownPlace } from './knownPlaces.ts';
import { commitSource } from './saveAlgo.ts';

/** What is absent stays. `permsAlgorithme` replaces all grants. `id` must be that of the algorithm, or absent. */
const AlgoPatchDTO = v.object({
  id: v.optional(id),
  nom: v.optional(nom),
  requestedUserId: v.optional(setByService),
  permsAlgorithme: v.optional(grants),
  sourceCode: v.optional(v.unknown()),
});

/** As AlgoPatchDTO, with name and source code required. */
const AlgoUpdateDTO = v.object({ ...AlgoPatchDTO.entries, nom, sourceCode: v.unknown() });

const change = {
  caller: 'authenticated',
  output: VersionedAlgoOutput,
  failures: [
    Responses.Algo.Not_found,
    Responses.Algo.Forbidden_update,
    Responses.Algo.Forbidden_share,
    Responses.Algo.Conflict,
    Responses.General.Too_many_requests, // people who get a right count as shares
    Responses.Algo.Invalid, // data as of createAlgo
    // The owner's quota, when the content or the list of rights grows; data as of createAlgo, for the owner only.
    Responses.Algo.Quota_exceeded,
  ],
  run: changeAlgo,
} as const;
const target = { id: idInput, ifVersion: expectedVersion('ifVersion') };

/** Replaces the name and source code of an algorithm and, for its owner, its grants, in one commit. */
export const updateAlgo = operation({
  ...change,
  summary: 'Change an algorithm, or who it is shared with',
  input: inputs({ ...target, changes: fields(AlgoUpdateDTO) }),
});

/** Changes the fields of an algorithm that are sent, in one commit. Without any of them it commits nothing. */
export const patchAlgo = operation({
  ...change,
  summary: 'Change the name, the source code or the sharing of an algorithm: what is absent stays',
  input: inputs({ ...target, changes: fields(AlgoPatchDTO) }),
});

/** What is absent stays. */
interface AskedChange {
  readonly id: number;
  readonly ifVersion?: ExpectedVersion | undefined;
  readonly changes: {
    readonly id?: number | undefined;
    readonly nom?: string | undefined;
    readonly permsAlgorithme?: readonly Grant[] | undefined;
    readonly sourceCode?: unknown;
  };
}

async function changeAlgo(
  { id, ifVersion, changes }: AskedChange,
  caller: AuthenticatedCaller,
  context: Context,
): Promise<VersionedAlgo> {
  const requesterId = caller.user.id;
  if (changes.id !== undefined && changes.id !== id) throw invalidData(violation('/id', 'mismatch'));
  const { nom, sourceCode, permsAlgorithme: asked } = changes;
  const operations = asked === undefined ? (['update'] as const) : (['update', 'share'] as const);
  const gives = asked !== undefined && asked.length > 0;
  if (gives) await withdrawRights(context, caller.user);
  const load = async () => {
    const loaded = await loadAlgo(context.algos, { id, requesterId, operations, ifVersion });
    if (gives) await requireStillOwn(context.users, caller.user);
    return loaded;
  };
  const before = await load();
  const permsAlgorithme = await permittedGrants(context, { algo: before.algo, requesterId }, asked);
  const source = sourceCode === undefined ? null : await checkSource(context.validator, sourceCode);
  const isEmpty = source === null && nom === undefined && permsAlgorithme === undefined;
  const isOfVersion = (current: Algorithm): boolean => context.formers.isOfVersion(current, requesterId);
  const changesOf = (current: Algorithm): AlgoChanges => {
    const dateModification = context.clock.now();
    const grants = permsAlgorithme && datedGrants(current.permsAlgorithme, permsAlgorithme, dateModification);
    const saved = { modifiedBy: requesterId, dateSource: isOfVersion(current) ? current.dateSource : dateModification };
    const change = { dateModification, ...(source !== null && saved) };
    const isRenamed = nom !== undefined && nom !== current.nom;
    return { ...(isRenamed && { nom }), ...(grants && { permsAlgorithme: grants }), ...change };
  };
  const committed = isEmpty
    ? before.algo
    : await commitSource(context, source, { before, load, changesOf, isOfVersion });
  if (permsAlgorithme !== undefined) audit(context, 'algo.rights_changed', caller, { targetId: id });
  const algo = await withoutUsersGone(context, committed, permsAlgorithme ?? []);
  const view = placedAlgo(algo, requireRight(algo, requesterId), requesterId);
  return { algo: await knownPlace(context, view, requesterId), version: algo.version };
}
