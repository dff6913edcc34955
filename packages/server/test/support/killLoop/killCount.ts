import { testRuns } from '../testRuns.ts';

/** How many kills a test makes: `sample`, or this share of ALGOTHEQUE_TEST_RUNS. */
export function killCount(sample: number, share = 1): number {
  const runs = testRuns();
  return runs === null ? sample : Math.ceil(runs * share);
}
