import { expectWhole } from '@algotheque/testing/worlds';
import { describe, expect, it } from 'vitest';
import { buildFaults, type FaultRule, noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { afterFaults, type FaultedRun } from './support/commitFaults/afterFaults.ts';
import { callsOf } from './support/commitFaults/callsOf.ts';
import { statesAround } from './support/commitFaults/statesAround.ts';
import { OPERATIONS } from './support/faultModel/operations.ts';
import { stateOf } from './support/faultModel/state.ts';
import { testRuns } from './support/testRuns.ts';

const reason = noFaults();
if (reason !== null) console.warn(`Faults of the calls of commits are not tested: ${reason}`);
const [EIO, ENOSPC] = [5, 28];
const DATABASE = '.db'; // the file, its log and its shared memory

/** What `npm run test:all` tries: one of these for each operation. */
const SAMPLE: readonly FaultRule[] = [
  { call: 'fsync', path: DATABASE, count: 1, errno: EIO },
  { call: 'write', path: DATABASE, skip: 1, count: 1, errno: EIO },
  { call: 'write', path: DATABASE, count: 1, errno: ENOSPC },
  { call: 'write', path: DATABASE, errno: EIO },
];

describe.skipIf(reason !== null)('after a fault of a call of a commit, the sweeper, a kill and a start', () => {
  it.each(Object.entries(OPERATIONS).map(([name, modelled], index) => ({ name, modelled, index })))(
    'the records and their contents are those before or after $name',
    { timeout: 7_200_000 },
    async ({ name, modelled, index }) => {
      const library = buildFaults();
      const run = (...rules: readonly FaultRule[]) => afterFaults({ library, operation: name }, rules);
      const states = await statesAround(modelled);
      const sample = SAMPLE[index % SAMPLE.length];
      const faults = testRuns() === null && sample !== undefined ? [sample] : everyFault(await callsOf(run, DATABASE));
      let met = 0;
      for (const fault of faults) {
        const after = await run(fault);
        expectWholeAfter(after, states, JSON.stringify(fault));
        if (after.hits.length > 0) met += 1; // how many calls work in the background makes depends on time
      }
      expect(met).toBeGreaterThan(faults.length / 2);
      if (testRuns() !== null) console.info(`${name}: ${met} faults of calls of its commits`);
    },
  );
});

/** Each call fails once with either error, and from then on. */
function everyFault(calls: readonly FaultRule[]): readonly FaultRule[] {
  return calls.flatMap((call) => [
    { ...call, count: 1, errno: EIO },
    { ...call, count: 1, errno: ENOSPC },
    { ...call, errno: EIO },
  ]);
}

type States = Awaited<ReturnType<typeof statesAround>>;

function expectWholeAfter({ held, sessions, outcome, mails }: FaultedRun, states: States, at: string): void {
  expect(['done', 'Responses.General.Unavailable'], at).toContain(outcome);
  expectWhole(held, { sent: mails }, at);
  const { old, good } = states;
  expect(outcome === 'done' ? good : [old, ...good], `${at}: ${outcome}`).toContainEqual(stateOf(held, sessions));
}
