import * as v from 'valibot';
import { VersionedAlgoOutput } from '../algorithm.ts';
import { fields, inputs } from '../inputs/input.ts';
import { nom } from '../inputs/name.ts';
import { idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { readAlgo } from './readAlgo.ts';
import { saveAlgo } from './saveAlgo.ts';

/** `nom`: the name of the copy. Default: that of the algorithm. */
const AlgoCopyDTO = v.object({ nom: v.optional(nom) });

/**
 * Saves an algorithm of the caller with the source code of one that the caller may read. The copy has no grants, is at the top of the folders,
 * and counts for the quota of the caller.
 */
export const copyAlgo = operation({
  summary: 'Make an own copy of an algorithm',
  caller: 'authenticated',
  input: inputs({ id: idInput, changes: { ...fields(AlgoCopyDTO), schema: v.optional(AlgoCopyDTO, {}) } }),
  output: VersionedAlgoOutput,
  failures: [Responses.Algo.Not_found, Responses.Algo.Quota_exceeded], // data: `{ algos, bytes }`, each `{ used, limit }`
  needs: ['users', 'algos', 'trees', 'clock', 'content', 'quota'],
  async run({ id, changes }, caller, parts) {
    const ownerId = caller.user.id;
    const { algo, source } = await readAlgo(parts, { id, requesterId: ownerId });
    return saveAlgo(parts, { nom: changes.nom ?? algo.nom, ownerId }, source);
  },
});
