/** ALGOTHEQUE_TEST_RUNS: how many random runs the long variants of tests make; null for the short variants of `npm run test:all`. */
export function testRuns(): number | null {
  const given = process.env['ALGOTHEQUE_TEST_RUNS'];
  if (given === undefined || given === '') return null;
  const runs = Number(given);
  if (!Number.isSafeInteger(runs) || runs < 1) throw new RangeError('ALGOTHEQUE_TEST_RUNS is not a positive integer');
  return runs;
}
