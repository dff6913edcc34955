import * as v from 'valibot';
import { VersionedAlgoOutput } from '../algorithm.ts';
import { expectedVersion, fields, id, idInput, inputs, setByService } from '../input.ts';
import { nom } from '../nameInput.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { grants } from '../shares/grantsInput.ts';
import { changeAlgo } from './changeAlgo.ts';

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
