import { PENDING_AGE_MS } from '../../src/content/contentStore.ts';
import { createService, type Service } from '../../src/createService.ts';
import { UnavailableError } from '../../src/errors.ts';
import { memoryPorts } from '../../testkit/memory/index.ts';
import { intercept, type Step } from './intercept.ts';
import { openWorld, untyped, type World } from './world.ts';

/** How a step interrupts an operation: the process ends, one call fails, or the stores are unreachable from then on. */
export const ENDINGS = ['dies before', 'dies after', 'fails before', 'fails after', 'outage'] as const;
export type Ending = (typeof ENDINGS)[number];

/** The result of the operation for its caller. */
export type Outcome = 'done' | 'failed' | 'nothing';

export interface Interrupted<Prepared> {
  /** The stores after the crash, and a service that was started on them and has finished the interrupted work. */
  readonly world: World;
  readonly prepared: Prepared;
  readonly outcome: Outcome;
  /** Where it was interrupted, for messages. */
  readonly at: string;
}

export interface Scenario<Prepared> {
  readonly prepare: (world: World) => Promise<Prepared>;
  readonly operate: (service: Service, prepared: Prepared) => Promise<unknown>;
  /** Checks the result; runs once for each step. */
  readonly check: (interrupted: Interrupted<Prepared>) => Promise<void>;
}

const NEVER = new Promise<never>(() => undefined);

/**
 * Runs the operation on fresh stores, interrupted at its first step, then at its second, and so on, until it ends without an
 * interruption. Resolves to the number of its steps.
 */
export async function interruptAtEveryStep<Prepared>(scenario: Scenario<Prepared>, ending: Ending): Promise<number> {
  for (let step = 1; ; step += 1) {
    const before = openWorld();
    const prepared = await scenario.prepare(before);
    const { outcome, at } = await interruptAt(step, ending, {
      world: before,
      operate: (service) => scenario.operate(service, prepared),
    });
    const world = await restarted(before, ending);
    await scenario.check({ world, prepared, outcome, at: `${ending} ${at} (step ${step})` });
    if (at === '') return step - 1;
  }
}

async function interruptAt(
  step: number,
  ending: Ending,
  { world, operate }: { readonly world: World; readonly operate: (service: Service) => Promise<unknown> },
): Promise<{ readonly outcome: Outcome; readonly at: string }> {
  const killed = Promise.withResolvers<Outcome>();
  let [calls, at] = [0, ''];
  const interrupt: Step = (name, run) => {
    calls += 1;
    if (calls < step || (calls > step && ending.startsWith('fails'))) return run();
    if (calls === step) at = name;
    return ended(ending, calls === step ? run : null, () => killed.resolve('nothing'));
  };
  const service = createService(intercept(world.ports, interrupt), { onProblem: () => undefined });
  const outcome = operate(service).then((): Outcome => 'done', failedBy);
  const settled = outcome.finally(() => Promise.race([service.settled(), killed.promise]));
  await Promise.race([settled, killed.promise]);
  return { outcome: await Promise.race([outcome, killed.promise]), at };
}

/** The behaviour of the interrupted call and of all calls after it, which are not run. */
async function ended(ending: Ending, run: (() => Promise<unknown>) | null, die: () => void): Promise<unknown> {
  if (ending.endsWith('after')) await run?.();
  if (!ending.startsWith('dies')) throw new UnavailableError();
  die();
  return NEVER;
}

function failedBy(error: unknown): Outcome {
  if (error instanceof UnavailableError) return 'failed';
  throw error;
}

/** If the process ended, another one opens the stores; otherwise the same one continues. Both finish the interrupted work. */
async function restarted(before: World, ending: Ending): Promise<World> {
  const { clock, data, contents, ports } = before;
  clock.advance(PENDING_AGE_MS + 1);
  const reopened = {
    ...memoryPorts({ clock, data, contents, mailKey: 'key' }),
    mailer: ports.mailer,
    hasher: ports.hasher,
  };
  const next = ending.startsWith('dies') ? reopened : ports;
  const problems: string[] = [];
  const service = createService(next, { onProblem: (_problem, where) => problems.push(where) });
  await service.resumeWork();
  return { ...before, ports: next, service: untyped(service), problems };
}
