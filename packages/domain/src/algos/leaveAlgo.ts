import type { Algorithm } from '../algorithm.ts';
import { audit } from '../audit.ts';
import { inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { loadAlgo } from './algoAccess.ts';
import { expectedVersion } from './expectedVersion.ts';

/**
 * Removes the caller's own right on an algorithm that was shared with them; an owner cannot leave. Raises the
 * version and keeps `dateModification`, as every change of grants by others than the owner does.
 */
export const leaveAlgo = operation({
  summary: 'Give up the own right on an algorithm that another user shared',
  caller: 'authenticated',
  /** `ifVersion`: leave only if the version is one of these. */
  input: inputs({ id: idInput, ifVersion: expectedVersion('ifVersion') }),
  output: null,
  failures: [Responses.Algo.Not_found, Responses.Algo.Forbidden_leave, Responses.Algo.Conflict],
  async run({ id, ifVersion }, caller, context) {
    const requesterId = caller.user.id;
    const access = { id, requesterId, operations: ['leave'] as const, ifVersion };
    const load = async () => (await loadAlgo(context.algos, access)).algo;
    const changesOf = ({ permsAlgorithme }: Algorithm) => ({
      permsAlgorithme: permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== requesterId),
    });
    await context.content.change(await load(), { load, changesOf });
    audit(context, 'algo.left', caller, { targetId: id });
  },
});
