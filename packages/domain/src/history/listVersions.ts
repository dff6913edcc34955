import * as v from 'valibot';
import { VersionedAlgoOutput } from '../algorithm.ts';
import { loadAlgo } from '../algos/algoAccess.ts';
import { reportLeftOut } from '../algos/algoPage.ts';
import { commitSource } from '../algos/commitSource.ts';
import { versionedView } from '../algos/knownPlaces.ts';
import type { SourceText } from '../content/sourceText.ts';
import { expectedVersion, idInput, inputs, versionInput } from '../input.ts';
import { inProcess, listOf, operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import type { DamagedError } from '../storeErrors.ts';
import { findVersion, formersToShow, seenBy, VersionOutput, versionOf } from './findVersion.ts';

/** Lists the former versions of an algorithm that the caller may see, the latest first. Damaged ones are left out, counted and reported. */
export const listVersions = operation({
  summary: 'List the former versions of the source code of an algorithm',
  caller: 'authenticated',
  input: inputs({ id: idInput }),
  output: v.object({ versions: listOf(VersionOutput), leftOut: v.number() }),
  failures: [Responses.Algo.Not_found],
  async run({ id }, caller, context) {
    const algo = await loadAlgo(context.algos, { id, requesterId: caller.user.id });
    const damaged: DamagedError[] = [];
    const found = await formersToShow(context, algo, (damage) => void damaged.push(damage));
    reportLeftOut(context.onProblem, damaged, caller.requestId);
    const seen = seenBy(found, algo, caller.user.id);
    return { versions: seen.map(versionOf(algo, caller.user.id)), leftOut: damaged.length };
  },
});

/** Reads a former version of an algorithm with its source code. */
export const getVersion = operation({
  summary: 'Read a former version of an algorithm with its source code',
  caller: 'authenticated',
  input: inputs({ id: idInput, version: versionInput }),
  output: v.object({ version: VersionOutput, source: inProcess<SourceText>() }),
  failures: [Responses.Algo.Not_found, Responses.Algo.Version_not_found],
  async run({ id, version }, caller, context) {
    const algo = await loadAlgo(context.algos, { id, requesterId: caller.user.id });
    const { former, source } = await findVersion(context, { algo, userId: caller.user.id }, version);
    return { version: versionOf(algo, caller.user.id)(former), source };
  },
});

/** Gives an algorithm the source code of a former version. It becomes a new version, and the present one is kept. */
export const restoreVersion = operation({
  summary: 'Give an algorithm the source code of a former version, as a new version',
  caller: 'authenticated',
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
    const { source } = await findVersion(context, { algo: before, userId: requesterId }, version);
    const changesOf = () => {
      const now = context.clock.now();
      return { dateModification: now, modifiedBy: requesterId, dateSource: now };
    };
    const algo = await commitSource(context, source, { requesterId, before, load, changesOf });
    return versionedView(context, algo, requesterId);
  },
});
