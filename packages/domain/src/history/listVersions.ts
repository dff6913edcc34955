import * as v from 'valibot';
import { loadAlgo } from '../algos/algoAccess.ts';
import { reportLeftOut } from '../algos/leftOut.ts';
import type { SourceText } from '../content/sourceText.ts';
import { inputs } from '../inputs/input.ts';
import { idInput, versionInput } from '../inputs/number.ts';
import { inProcess, operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import type { DamagedError } from '../storeErrors.ts';
import { findVersion, seenBy, versionsOf } from './findVersion.ts';
import { VersionOutput, VersionsOutput, versionOf } from './versionOutput.ts';

/**
 * Lists the former versions of an algorithm that are kept and that the caller may see, the latest first. Damaged ones are left out, counted
 * and reported.
 */
export const listVersions = operation({
  summary: 'List the former versions of the source code of an algorithm',
  caller: 'authenticated',
  input: inputs({ id: idInput }),
  output: v.object({ versions: VersionsOutput, leftOut: v.number() }),
  failures: [Responses.Algo.Not_found],
  async run({ id }, caller, context) {
    const { algo } = await loadAlgo(context.algos, { id, requesterId: caller.user.id, operations: ['read'] });
    const damaged: DamagedError[] = [];
    const found = await versionsOf(context, algo, (damage) => void damaged.push(damage));
    reportLeftOut(context.onProblem, damaged, { isFirst: true, ...caller });
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
    const { algo } = await loadAlgo(context.algos, { id, requesterId: caller.user.id, operations: ['read'] });
    const { former, source } = await findVersion(context, { algo, userId: caller.user.id }, version);
    return { version: versionOf(algo, caller.user.id)(former), source };
  },
});
