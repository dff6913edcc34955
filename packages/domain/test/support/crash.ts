import { PENDING_AGE_MS } from '../../src/content/contentStore.ts';
import type { Service } from '../../src/createService.ts';
import { UnavailableError } from '../../src/responses.ts';
import { type Ending, interruption, type Outcome } from './interruption.ts';
import { type Running, type Stage, WORLDS } from './stage.ts';
import { EACH_SAVE, serviceWith, untyped, type World } from './world.ts';

export interface Interrupted<Prepared, Process = World> {
  /** A process that has finished the interrupted work: the same one or, if that has died, another one on the same stores. */
  readonly world: Process;
  readonly prepared: Prepared;
  readonly outcome: Outcome;
  /** Where it was interrupted, for messages; empty if it was not. */
  readonly at: string;
}

export interface Scenario<Prepared, Process = World> {
  readonly prepare: (world: Process) => Promise<Prepared>;
  readonly operate: (service: Service, prepared: Prepared) => Promise<unknown>;
  /** Checks the result; runs once without an interruption, then once for each interruption. */
  readonly check: (interrupted: Interrupted<Prepared, Process>) => Promise<void>;
}

/** Where an operation is interrupted. */
interface Place {
  /** Counts from 1; 0 for nowhere. */
  readonly step: number;
  readonly ending: Ending;
}

/**
 * Runs the operation on fresh stores in memory: first without an interruption, then interrupted at its first step, at its
 * second, and so on. Resolves to the number of its steps.
 */
export function interruptAtEveryStep<Prepared>(scenario: Scenario<Prepared>, ending: Ending): Promise<number> {
  return interruptOn(WORLDS, scenario, () => [ending]);
}

/** As `interruptAtEveryStep`, on other stores and with each of the endings that `endingsAt` gives for a step. */
export async function interruptOn<Prepared, Process extends Running>(
  stage: Stage<Process>,
  scenario: Scenario<Prepared, Process>,
  endingsAt: (step: number) => readonly Ending[],
): Promise<number> {
  const steps = await interruptAt(stage, scenario, { step: 0, ending: 'fails before' });
  for (let step = 1; step <= steps; step += 1) {
    for (const ending of endingsAt(step)) await interruptAt(stage, scenario, { step, ending });
  }
  return steps;
}

/** Resolves to the number of steps that were taken. */
async function interruptAt<Prepared, Process extends Running>(
  stage: Stage<Process>,
  { prepare, operate, check }: Scenario<Prepared, Process>,
  { step, ending }: Place,
): Promise<number> {
  const before = await stage.open();
  try {
    const prepared = await prepare(before);
    const [port, problems] = [interruption(before.ports, step, ending), [] as string[]];
    const { bounds = {} } = before;
    const service = serviceWith(port.ports, {
      policy: { history: EACH_SAVE },
      bounds,
      onProblem: (_problem, where) => problems.push(where),
    });
    const operation = operate(service, prepared).then((): Outcome => 'done', failedBy);
    const settled = operation.finally(() => Promise.race([service.settled(), port.death]));
    await Promise.race([settled, port.death]);
    const outcome = await Promise.race([operation, port.death]);
    const isDead = ending.startsWith('dies') && step > 0;
    if (!isDead) port.lift(); // a process that has died makes no further call
    problems.length = 0; // the interruption is over: nothing more may fail
    const world = isDead ? await stage.reopen(before) : { ...before, problems, service: untyped(service) };
    world.clock.advance(PENDING_AGE_MS + 1);
    await world.service.resumeWork();
    await world.service.settled();
    const at = step === 0 ? '' : `${ending} ${port.interruptedAt()} (step ${step})`;
    await check({ world, prepared, outcome, at });
    return port.steps();
  } finally {
    await stage.close();
  }
}

function failedBy(error: unknown): Outcome {
  if (error instanceof UnavailableError) return 'failed';
  throw error;
}
