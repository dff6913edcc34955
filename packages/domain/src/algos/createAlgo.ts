import * as v from 'valibot';
import { VersionedAlgoOutput } from '../algorithm.ts';
import { checkSource } from '../content/sourceText.ts';
import { fields, id, idInput, inputs, numeric, optionalFields, setByService } from '../input.ts';
import { nom } from '../nameInput.ts';
import { operation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';
import { readAlgo } from './algoAccess.ts';
import { saveAlgo } from './saveAlgo.ts';

/**
 * A new algorithm: `nom` of 3 to 255 code points (specification, 2.6). The validator checks `sourceCode`. `dossierId`: the folder of the
 * caller in which it is created; null or absent for the top.
 */
const AlgoCreateDTO = v.object({
  id: v.optional(setByService),
  nom,
  dateCreation: v.optional(setByService),
  dateModification: v.optional(setByService),
  ownerId: v.pipe(numeric, v.metadata({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })), // of another number: Forbidden_create
  requestedUserId: v.optional(setByService),
  sourceCode: v.unknown(),
  dossierId: v.optional(v.nullable(id)),
});

/** Saves an algorithm of the caller: the record, and its source code as content of its own. */
export const createAlgo = operation({
  summary: 'Create an algorithm',
  caller: 'authenticated',
  input: fields(AlgoCreateDTO),
  output: VersionedAlgoOutput,
  failures: [
    Responses.Folder.Not_found,
    Responses.Algo.Forbidden_create,
    Responses.Algo.Invalid, // data: the validator's result
    Responses.Algo.Quota_exceeded, // data: `{ algos, bytes, bin }`, as `quotaExceeded` makes it
  ],
  async run({ ownerId, nom, sourceCode, dossierId = null }, caller, context) {
    if (dossierId !== null) await context.trees.require(caller.user.id, dossierId);
    if (ownerId !== caller.user.id) throw new DomainError(Responses.Algo.Forbidden_create);
    const source = await checkSource(context.validator, sourceCode);
    return saveAlgo(context, { nom, ownerId, dossierId }, source);
  },
});

/** Saves an own algorithm with the source code of one that the caller may read, without its grants. */
export const copyAlgo = operation({
  summary: 'Make an own copy of an algorithm',
  caller: 'authenticated',
  /** `nom`: default that of the algorithm. `dossierId`: the folder of the caller in which it is created; null or absent for the top. */
  input: inputs({
    id: idInput,
    changes: optionalFields({ nom: v.optional(nom), dossierId: v.optional(v.nullable(id)) }),
  }),
  output: VersionedAlgoOutput,
  failures: [
    Responses.Algo.Not_found,
    Responses.Folder.Not_found,
    Responses.Algo.Quota_exceeded, // data: `{ algos, bytes, bin }`, as `quotaExceeded` makes it
  ],
  async run({ id, changes: { nom, dossierId = null } }, caller, context) {
    const ownerId = caller.user.id;
    const { algo, source } = await readAlgo(context, { id, requesterId: ownerId });
    if (dossierId !== null) await context.trees.require(ownerId, dossierId);
    return saveAlgo(context, { nom: nom ?? algo.nom, ownerId, dossierId }, source);
  },
});
