import { audit } from '../audit.ts';
import { DomainError } from '../errors.ts';
import { inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { findDeleted } from './deletedAlgo.ts';

/** Removes an algorithm of the caller from the bin, with its history. Of a removal and a restoration at once, one succeeds. */
export const purgeAlgo = operation({
  summary: 'Remove a deleted algorithm from the bin, for good',
  caller: 'authenticated',
  input: inputs({ id: idInput }),
  output: null,
  failures: [Responses.Algo.Not_found],
  needs: ['algos', 'history', 'audit', 'clock'],
  async run({ id }, caller, parts) {
    const { former } = await findDeleted(parts, { id, userId: caller.user.id });
    if (!(await parts.history.remove(former))) throw new DomainError(Responses.Algo.Not_found);
    await parts.history.deleteByAlgo(id);
    audit(parts, 'algo.purged', caller, { targetId: id });
  },
});
