import * as v from 'valibot';
import { loadAlgo } from '../algos/algoAccess.ts';
import { reportLeftOut } from '../algos/leftOut.ts';
import type { SourceText } from '../content/sourceText.ts';
import { inputs } from '../inputs/input.ts';
import { idInput, versionInput } from '../inputs/number.ts';
import { inProcess, operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import type { DamagedError } from '../storeErrors.ts';
import { findVersion } from './findVersion.ts';
import { VersionOutput, VersionsOutput, versionOf } from './versionOutput.ts';

/** Lists the former versions of an algorithm that are kept, the latest first. Damaged ones are left out, counted and reported. */
export const listVersions = operation({
  summary: 'List the former versions of the source code of an algorithm',
  caller: 'authenticated',
  input: inputs({ id: idInput }),
  output: v.object({ versions: VersionsOutput, leftOut: v.number() }),
  failures: [Responses.Algo.Not_found],
  needs: ['algos', 'history', 'onProblem'],
  async run({ id }, caller, { algos, history, onProblem }) {
    const { algo } = await loadAlgo(algos, { id, requesterId: caller.user.id, operations: ['read'] });
    const damaged: DamagedError[] = [];
    const formers = await history.list(id, (damage) => void damaged.push(damage));
    reportLeftOut(onProblem, damaged, { isFirst: true, ...caller });
    // A commit that did not happen may have left the content that the record has.
    const versions = formers.filter(({ ref }) => ref !== algo.ref).map(versionOf);
    return { versions, leftOut: damaged.length };
  },
});

/** Reads a former version of an algorithm with its source code. */
export const getVersion = operation({
  summary: 'Read a former version of an algorithm with its source code',
  caller: 'authenticated',
  input: inputs({ id: idInput, version: versionInput }),
  output: v.object({ version: VersionOutput, source: inProcess<SourceText>() }),
  failures: [Responses.Algo.Not_found, Responses.Algo.Version_not_found],
  needs: ['algos', 'history'],
  async run({ id, version }, caller, { algos, history }) {
    const { algo } = await loadAlgo(algos, { id, requesterId: caller.user.id, operations: ['read'] });
    const { former, source } = await findVersion({ history }, algo, version);
    return { version: versionOf(former), source };
  },
});
