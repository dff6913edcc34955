import type { FaultRule } from '../../../../../test/support/faults/faultLibrary.ts';
import type { FaultedRun } from './afterFaults.ts';

const CALLS = ['fsync', 'write', 'ftruncate', 'unlink', 'rename', 'open', 'stat'] as const;

/** Each call on these paths that an untouched run makes until its answer, as a rule that meets it. */
export async function callsOf(
  run: (...rules: readonly FaultRule[]) => Promise<FaultedRun>,
  path: string,
): Promise<readonly FaultRule[]> {
  const { hits, outcome } = await run(...CALLS.map((call) => ({ call, path, errno: 0 })));
  if (outcome !== 'done') throw new Error(`An untouched run ended with ${outcome}`);
  return CALLS.flatMap((call) => {
    const count = hits.filter((hit) => hit.startsWith(`${call} `)).length;
    return Array.from({ length: count }, (_, skip) => ({ call, path, skip, errno: 0 }));
  });
}
