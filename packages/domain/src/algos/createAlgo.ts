import * as v from 'valibot';
import { VersionedAlgoOutput } from '../algorithm.ts';
import { checkSource } from '../content/algoValidator.ts';
import { DomainError } from '../errors.ts';
import { fields } from '../inputs/input.ts';
import { nom } from '../inputs/name.ts';
import { id, numeric, setByService } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { mayCreateFor } from './algoRights.ts';
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
  ownerId: numeric,
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
    Responses.Algo.Quota_exceeded, // data: `{ algos, bytes }`, each `{ used, limit }`
  ],
  async run({ ownerId, nom, sourceCode, dossierId = null }, caller, context) {
    if (!(await context.trees.isOpen(caller.user.id, dossierId))) throw new DomainError(Responses.Folder.Not_found);
    if (!mayCreateFor(caller.user.id, ownerId)) throw new DomainError(Responses.Algo.Forbidden_create);
    const source = await checkSource(context.validator, sourceCode);
    return saveAlgo(context, { nom, ownerId, dossierId }, source);
  },
});
