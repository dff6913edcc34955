import { expectWhole } from '@algotheque/testing/worlds';
import { describe, expect, it } from 'vitest';
import { buildFaults, type FaultRule, noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { memorySet } from './support/adapterSets/memorySet.ts';
import { afterFaults, type FaultedRun } from './support/commitFaults/afterFaults.ts';
import { type ModelledOperation, OPERATIONS } from './support/faultModel/operations.ts';
import { stageOn } from './support/faultModel/stageOn.ts';
import { type State, stateOf } from './support/faultModel/state.ts';
import { testRuns } from './support/testRuns.ts';

const reason = noFaults();
if (reason !== null) console.warn(`Faults of the calls of commits are not tested: ${reason}`);
const [EIO, ENOSPC] = [5, 28];
const DATABASE = '.db'; // the file, its log and its shared memory

const CALLS = ['fsync', 'write', 'ftruncate', 'unlink', 'rename', 'open', 'stat'] as const;

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

/** The states before and after an operation; all adapters have the same. */
async function statesAround({
  operate,
  orElse,
}: ModelledOperation): Promise<{ readonly old: State; readonly good: readonly State[] }> {
  const stage = await stageOn(memorySet());
  const { service, people, stop } = await stage.open();
  await operate(service, people);
  await service.settled();
  const after = stateOf(await stop(), people.sessions);
  const old = stateOf(stage.before, people.sessions);
  return { old, good: [after, ...[orElse?.(after, old) ?? []].flat()] };
}

/** Each call on these paths that an untouched run makes until its answer, as a rule that meets it. */
async function callsOf(
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
