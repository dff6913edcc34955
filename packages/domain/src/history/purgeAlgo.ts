import { audit } from '../audit.ts';
import { DomainError } from '../errors.ts';
import { inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { findDeleted } from './deletedAlgo.ts';
import { removeFromBin } from './endBin.ts';

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
