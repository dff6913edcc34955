import * as v from 'valibot';
import { loadAlgo } from '../algos/algoAccess.ts';
import { audit } from '../audit.ts';
import { expectedVersion, idInput, inputs } from '../input.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { DomainError, Responses } from '../responses.ts';
import { nextTurn, removeInBatches } from '../work.ts';
import { deleteToBin, findDeleted, removeFromBin } from './bin.ts';

/** Deletes an algorithm of the caller: the record, then its content. It waits in the bin, unless the policy has none. */
export const deleteAlgo = operation({
  summary: 'Delete an algorithm',
  caller: 'authenticated',
  input: inputs({ id: idInput, ifVersion: expectedVersion('ifVersion') }),
  failures: [Responses.Algo.Not_found, Responses.Algo.Forbidden_delete, Responses.Algo.Conflict],
  async run({ id, ifVersion }, caller, context) {
    const load = () => loadAlgo(context.algos, { id, requesterId: caller.user.id, operations: ['delete'], ifVersion });
    const committed = () => audit(context, 'algo.deleted', caller, { targetId: id });
    await deleteToBin(context, await load(), { load, committed });
  },
});

/** Removes an algorithm of the caller from the bin, with its history. Of a removal and a restoration at once, one succeeds. */
export const purgeAlgo = operation({
  summary: 'Remove a deleted algorithm from the bin, for good',
  caller: 'authenticated',
  input: inputs({ id: idInput }),
  failures: [Responses.Algo.Not_found],
  async run({ id }, caller, context) {
    const algo = await findDeleted(context, { id, userId: caller.user.id });
    const committed = () => audit(context, 'algo.purged', caller, { targetId: id });
    if (!(await removeFromBin(context, algo, committed))) throw new DomainError(Responses.Algo.Not_found);
  },
});

/** Removes everything that the caller has in the bin, each algorithm in a commit of its own: what fails stays there and is reported. */
export const emptyBin = operation({
  summary: 'Remove all deleted algorithms of the requester from the bin, for good',
  caller: 'authenticated',
  output: v.object({ algos: v.number() }),
  async run(_input, caller, context) {
    const { bin, bounds, onProblem } = context;
    let algos = 0;
    await removeInBatches(bounds.batch, {
      list: (limit) => bin.listOwned(caller.user.id, limit),
      keyOf: ({ id, version }) => `${id} ${version}`,
      remove: (key) =>
        attempt(onProblem, 'an algorithm of a bin that is emptied', async () => {
          const committed = () => audit(context, 'algo.purged', caller, { targetId: key.id });
          if (!(await removeFromBin(context, key, committed))) return;
          algos += 1;
          await nextTurn();
        }),
    });
    return { algos };
  },
});
