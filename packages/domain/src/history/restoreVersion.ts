import { placedAlgo, VersionedAlgoOutput } from '../algorithm.ts';
import { loadAlgo } from '../algos/algoAccess.ts';
import { requireRight } from '../algos/algoRights.ts';
import { commitSource } from '../algos/commitSource.ts';
import { expectedVersion } from '../algos/expectedVersion.ts';
import { knownPlace } from '../algos/knownPlaces.ts';
import { inputs } from '../inputs/input.ts';
import { idInput, versionInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { findVersion } from './findVersion.ts';

/** Gives an algorithm the source code of a former version, as a change does: it becomes a new version, and the present one is kept. */
export const restoreVersion = operation({
  summary: 'Give an algorithm the source code of a former version, as a new version',
  caller: 'authenticated',
  /** `ifVersion`: commit only if the version of the algorithm is one of these. */
  input: inputs({ id: idInput, version: versionInput, ifVersion: expectedVersion('ifVersion') }),
  output: VersionedAlgoOutput,
  failures: [
    Responses.Algo.Not_found,
    Responses.Algo.Forbidden_update,
    Responses.Algo.Conflict,
    Responses.Algo.Version_not_found,
    Responses.Algo.Quota_exceeded, // as of updateAlgo
  ],
  async run({ id, version, ifVersion }, caller, context) {
    const requesterId = caller.user.id;
    const load = () => loadAlgo(context.algos, { id, requesterId, operations: ['update'], ifVersion });
    const before = await load();
    const { source } = await findVersion(context, { algo: before.algo, userId: requesterId }, version);
    const changesOf = () => {
      const now = context.clock.now();
      return { dateModification: now, modifiedBy: requesterId, dateSource: now };
    };
    const algo = await commitSource(context, source, { before, load, changesOf });
    const view = placedAlgo(algo, requireRight(algo, requesterId), requesterId);
    return { algo: await knownPlace(context, view, requesterId), version: algo.version };
  },
});
