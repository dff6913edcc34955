import { DomainError, PENDING_AGE_MS, UnavailableError } from '@algotheque/domain';
import { ENDINGS, expectWhole, type Held, interruptOn, type Scenario } from '@algotheque/testing/worlds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdapterSet } from '../adapterSets/adapterSet.ts';
import { testRuns } from '../testRuns.ts';
import { type ModelledOperation, OPERATIONS } from './operations.ts';
import type { People } from './people.ts';
import { type SetProcess, type SetStage, stageOn } from './stageOn.ts';
import { type State, stateOf } from './state.ts';

/** More than the long variants take on any store. */
const LONG_MS = 86_400_000;

/** All cases, or for a slow set one way to interrupt each of `every` calls, from the one of number `first`. */
type Sample = 'all' | { readonly every: number; readonly first: number };

/**
 * Runs every operation on the adapter set, with a fault before and after each call of a port. After the resume pass the
 * state is that before the operation or that after it, and nothing is left over. With ALGOTHEQUE_TEST_RUNS all cases are tried.
 */
export function faultModelOn(name: string, openSet: () => Promise<AdapterSet>, given: Sample): void {
  const sample = testRuns() === null ? given : 'all';
  describe(`every operation, interrupted at every call of a port, on ${name}`, () => {
    let set: AdapterSet | undefined;
    let stage: SetStage | undefined;
    beforeAll(async () => {
      set = await openSet();
      stage = await stageOn(set);
    });
    afterAll(() => set?.remove());

    it.each(Object.entries(OPERATIONS))(
      '%s',
      { timeout: testRuns() === null ? 600_000 : LONG_MS },
      async (operation, modelled) => {
        if (stage === undefined) throw new Error('the stage is not there');
        const scenario = scenarioOf(modelled, stage);
        const steps = await interruptOn(stage, scenario, endingsIn(sample));
        expect(steps).toBeGreaterThan(0);
        if (testRuns() !== null) console.info(`${name}: ${operation}: ${steps} calls, ${scenario.cases()} cases`);
      },
    );
  });
}

/** The ways to interrupt a call, by its number. */
const endingsIn = (sample: Sample) => (step: number) => {
  if (sample === 'all') return ENDINGS;
  return ENDINGS.filter((_ending, index) => step % sample.every === sample.first && index === step % ENDINGS.length);
};

function scenarioOf({ operate, orElse, isCompletedByRepetition }: ModelledOperation, { before, people }: SetStage) {
  const old = stateOf(before, people.sessions);
  const good: State[] = [];
  let cases = 0;
  const check: Scenario<People, SetProcess>['check'] = async ({ world, outcome, at }) => {
    cases += 1;
    expect(world.problems, at).toEqual([]);
    expect(await world.ports.contentStore.pending(world.clock.now() + 2 * PENDING_AGE_MS), at).toEqual([]);
    const held = await world.stop();
    expectWhole(held, world.ports.mailer, at);
    const state = stateOf(held, people.sessions);
    if (at === '') {
      expect(state).not.toEqual(old);
      good.push(state, ...[orElse?.(state, old) ?? []].flat());
    }
    expect(outcome === 'done' ? good : [old, ...good], `${at}: ${outcome}`).toContainEqual(state);
    const next = await world.next();
    await expectReadable(next, held, at);
    const again = await expectRepeatable(next, operate, at);
    if (isCompletedByRepetition) expect(stateOf(again, people.sessions), `${at}, then again`).toEqual(good[0]);
  };
  return { prepare: async (process: SetProcess) => process.people, operate, check, cases: () => cases };
}

/** Every owner reads the source code that belongs to the record. */
async function expectReadable({ service, people }: SetProcess, { algos }: Held, at: string): Promise<void> {
  for (const { id, nom, ownerId } of algos) {
    const { source } = await service.getAlgo({ id }, ownerId === people.bob.user.id ? people.bob : people.ada);
    expect(source?.json(), at).toEqual({ nom });
  }
}

/** The operation goes through again after the interruption, or is refused because it was done; resolves to what is stored then. */
async function expectRepeatable(process: SetProcess, operate: ModelledOperation['operate'], at: string): Promise<Held> {
  const { service, people, ports } = process;
  await operate(service, people).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error instanceof UnavailableError) throw error;
  });
  await service.settled();
  process.clock.advance(PENDING_AGE_MS + 1);
  await service.resumeWork();
  expect(process.problems, at).toEqual([]);
  const held = await process.stop();
  expectWhole(held, ports.mailer, `${at}, then again`);
  return held;
}
