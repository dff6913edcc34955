import * as v from 'valibot';
import { VersionedAlgoOutput } from '../algorithm.ts';
import { DomainError } from '../errors.ts';
import { fields, inputs } from '../inputs/input.ts';
import { nom } from '../inputs/name.ts';
import { id, idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { readAlgo } from './algoAccess.ts';
import { saveAlgo } from './saveAlgo.ts';

/**
 * `nom`: the name of the copy. Default: that of the algorithm. `dossierId`: the folder of the caller in which it is created; null or absent
 * for the top.
 */
const AlgoCopyDTO = v.object({ nom: v.optional(nom), dossierId: v.optional(v.nullable(id)) });

/**
 * Saves an algorithm of the caller with the source code of one that the caller may read. The copy has no grants,
 * and counts for the quota of the caller.
 */
export const copyAlgo = operation({
  summary: 'Make an own copy of an algorithm',
  caller: 'authenticated',
  input: inputs({ id: idInput, changes: { ...fields(AlgoCopyDTO), schema: v.optional(AlgoCopyDTO, {}) } }),
  output: VersionedAlgoOutput,
  failures: [
    Responses.Algo.Not_found,
    Responses.Folder.Not_found,
    Responses.Algo.Quota_exceeded, // data: `{ algos, bytes }`, each `{ used, limit }`
  ],
  async run({ id, changes: { nom, dossierId = null } }, caller, context) {
    const ownerId = caller.user.id;
    const { algo, source } = await readAlgo(context, { id, requesterId: ownerId });
    if (!(await context.trees.isOpen(ownerId, dossierId))) throw new DomainError(Responses.Folder.Not_found);
    return saveAlgo(context, { nom: nom ?? algo.nom, ownerId, dossierId }, source);
  },
});
