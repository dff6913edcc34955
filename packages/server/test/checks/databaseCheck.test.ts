import { setImmediate as turn } from 'node:timers/promises';
import { StoreRefusedError } from '@algotheque/domain';
import { FakeClock } from '@algotheque/domain/memory';
import { expect, it } from 'vitest';
import { type CheckResult, startDatabaseCheck } from '../../src/stores/startChecks.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];

type Outcome = (signal: AbortSignal) => Promise<StoreRefusedError | null>;

/** A check whose results the test decides. */
function scene(outcome: Outcome) {
  const clock = new FakeClock();
  const seen = { checks: [] as CheckResult[], problems: [] as unknown[], begun: 0 };
  const check = startDatabaseCheck({
    clock,
    onProblem: (problem) => seen.problems.push(problem),
    onCheck: (ended) => seen.checks.push(ended),
    check: (signal) => {
      seen.begun += 1;
      return outcome(signal);
    },
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await turn();
  };
  return { seen, check, pass };
}

it('the database is checked a minute after the start, and then once a day', async () => {
  const { seen, check, pass } = scene(async () => null);
  await pass(MINUTE - 1);
  expect(seen.begun).toBe(0);
  await pass(1);
  await pass(DAY - 1);
  expect(seen.begun).toBe(1);
  await pass(1);
  expect(seen.checks).toEqual([
    { of: 'database', result: 'intact' },
    { of: 'database', result: 'intact' },
  ]);
  await check.stop();
  await pass(2 * DAY);
  expect([seen.begun, seen.problems]).toEqual([2, []]);
});

it('a damaged database is reported each time, with the findings', async () => {
  const message = 'The store file /data/algotheque.db is damaged: Tree 5 page 7: wrong; row 1 missing';
  const { seen, check, pass } = scene(async () => new StoreRefusedError(message));
  await pass(MINUTE);
  await pass(DAY);
  expect(seen.checks.map(({ result }) => result)).toEqual(['damaged', 'damaged']);
  expect(seen.problems).toMatchObject([{ message }, { message }]);
  await check.stop();
});

it('a check that could not look is reported, and the next one comes a day later', async () => {
  const { seen, check, pass } = scene(() => Promise.reject(new Error('no memory')));
  await pass(MINUTE);
  await pass(DAY);
  expect(seen.checks.map(({ result }) => result)).toEqual(['failed', 'failed']);
  expect(seen.problems).toMatchObject([{ message: 'no memory' }, { message: 'no memory' }]);
  await check.stop();
});

it('a stop ends a check that runs, and waits for its end', async () => {
  const { seen, check, pass } = scene(
    (signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  await pass(MINUTE);
  expect(seen.begun).toBe(1);
  await check.stop();
  expect([seen.checks, seen.problems]).toEqual([[], []]);
});
