import { loadAlgo } from '../algos/algoAccess.ts';
import { expectedVersion } from '../algos/expectedVersion.ts';
import { audit } from '../audit.ts';
import { inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { deleteToBin } from './deleteToBin.ts';

/** Deletes an algorithm of the caller: the record, then its content. It waits in the bin, unless the policy has none. */
export const deleteAlgo = operation({
  summary: 'Delete an algorithm',
  caller: 'authenticated',
  /** `ifVersion`: delete only if the version is one of these. */
  input: inputs({ id: idInput, ifVersion: expectedVersion('ifVersion') }),
  output: null,
  failures: [Responses.Algo.Not_found, Responses.Algo.Forbidden_delete, Responses.Algo.Conflict],
  async run({ id, ifVersion }, caller, context) {
    const access = { id, requesterId: caller.user.id, operations: ['delete'] as const, ifVersion };
    const load = async () => (await loadAlgo(context.algos, access)).algo;
    await deleteToBin(context, await load(), load);
    audit(context, 'algo.deleted', caller, { targetId: id });
  },
});
