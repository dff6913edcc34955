import * as v from 'valibot';
import type { AuthenticatedCaller } from '../caller.ts';
import { fields, parts } from '../inputs/input.ts';
import { nom } from '../inputs/name.ts';
import { idInput } from '../inputs/number.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import { type VersionedAlgo, VersionedAlgoOutput } from './createAlgo.ts';
import { expectedVersion } from './expectedVersion.ts';
import { AlgoPatchDTO, CHANGE_FAILURES, type PatchAlgo } from './patchAlgo.ts';

/**
 * The next state of an algorithm. `permsAlgorithme` replaces all grants; without it they stay. `id` must be that of
 * the algorithm, or absent.
 */
export const AlgoUpdateDTO = v.object({
  id: AlgoPatchDTO.entries.id,
  nom,
  requestedUserId: AlgoPatchDTO.entries.requestedUserId,
  permsAlgorithme: AlgoPatchDTO.entries.permsAlgorithme,
  sourceCode: v.unknown(),
});

export const updateAlgo = operation({
  name: 'UpdateAlgo',
  summary: 'Change an algorithm, or who it is shared with',
  caller: 'authenticated',
  /** `ifVersion`: commit only if the version is one of these. */
  input: parts({ id: idInput, ifVersion: expectedVersion('ifVersion'), changes: fields(AlgoUpdateDTO) }),
  output: VersionedAlgoOutput,
  failures: CHANGE_FAILURES,
});

/** Replaces the name and source code of an algorithm and, for its owner, its grants: as PatchAlgo with all fields. */
export class UpdateAlgo implements UseCase<typeof updateAlgo> {
  readonly #patch: PatchAlgo;

  constructor(patch: PatchAlgo) {
    this.#patch = patch;
  }

  execute(input: Received<typeof updateAlgo>, caller: AuthenticatedCaller): Promise<VersionedAlgo> {
    return this.#patch.execute(input, caller);
  }
}
