import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { makeScratch } from '../../../test/support/scratchFolder.ts';
import { newAlgo, newPeople, OPERATIONS, type People } from './support/storedState/operations.ts';
import { faultCases, watching } from './support/systemCalls/faultCases.ts';
import { Scene } from './support/systemCalls/scene.ts';
import { testRuns } from './support/testRuns.ts';

/** Of so many cases the sample has one; the numbers have no common factor with those of the ways to fail. */
const SAMPLE_EVERY = 43;
const reason = noFaults();
if (reason !== null) console.warn(`Failing system calls are not tested: ${reason}`);
it.runIf(reason !== null && process.env['CI'] !== undefined)('system calls can fail in CI', () => {
  expect(reason).toBeNull();
});

describe.skipIf(reason !== null)('every system call of an operation that fails', () => {
  let folder = '';
  let scene: Scene | undefined;
  let people: People | undefined;
  let count = 0;
  beforeAll(async () => {
    folder = makeScratch();
    scene = new Scene(folder);
    people = await newPeople(scene);
    await newAlgo(scene, people.ada); // read after each request
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(Object.entries(OPERATIONS))(
    '%s: is answered with success or 503, and a restart finds what was answered',
    { timeout: 7_200_000 },
    async (operation, prepare) => {
      if (scene === undefined || people === undefined) throw new Error('no server was started');
      const all = faultCases(await scene.callsOf(await prepare(scene, people), watching(scene.dir)), scene.dir);
      const cases = testRuns() === null ? all.filter((_case, at) => (count + at) % SAMPLE_EVERY === 0) : all;
      count += all.length;
      const outcomes: string[] = [];
      const wrong: string[] = [];
      for (const faultCase of cases) {
        const request = await prepare(scene, people);
        const outcome = await scene.faulty(request, faultCase).catch((problem: unknown) => `wrong: ${String(problem)}`);
        outcomes.push(outcome);
        if (outcome.startsWith('wrong')) wrong.push(`${faultCase.name}: ${outcome}`);
      }
      if (testRuns() !== null || cases.length > 0) wrong.push(...(await scene.wrongAfterKill()));
      const tally = Object.entries(Object.groupBy(outcomes, (outcome) => outcome.split(':')[0] ?? ''));
      const tallied = tally.map(([outcome, found]) => `${found?.length} ${outcome}`).join(', ');
      if (testRuns() !== null) console.info(`System calls: ${operation}: ${cases.length} cases: ${tallied}`);
      expect(wrong.slice(0, 30)).toEqual([]);
    },
  );
});
