import { PENDING_AGE_MS } from '@algotheque/domain';
import {
  type Bounds,
  expectWhole,
  intercept,
  refusal,
  type Step,
  serviceWith,
  type UntypedService,
  untyped,
} from '@algotheque/testing/worlds';
import type { SetProcess, SetStage } from '../faultModel/stageOn.ts';
import { stateOf } from '../faultModel/state.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import { Turnstile } from './turnstile.ts';

const FOLDER_DELETION = 'delete its folder' satisfies OperationName;

export interface Race {
  readonly stage: SetStage;
  readonly bounds: Bounds;
  readonly one: OperationName;
  readonly other: OperationName;
}

/** What the clients were answered, and what is stored in the end. */
export interface Outcome {
  /** Of `one` and of `other`; null without an answer. */
  readonly results: readonly (string | null)[];
  readonly state: string;
}

/** A race that was run. */
export interface Found {
  /** Before which `other` began. */
  readonly call: string;
  /** Whether the process was killed: it may have ended before. */
  readonly isDead: boolean;
  readonly outcome: Outcome;
}

/** Runs the operations of these names one after the other. */
export async function inTurn({ stage, bounds }: Race, names: readonly OperationName[]): Promise<Outcome> {
  const process = await stage.open(bounds);
  const service = serviceOn(process, (_name, run) => run());
  const results: string[] = [];
  for (const name of names) {
    results.push(await resultOf(process, service, name));
    await service.settled();
  }
  return { results, state: await endOf(process, service, names.join(', ')) };
}

/**
 * Begins `one`, and before its call `number` to a port, from 0, the background steps included, begins `other`. That runs to its
 * end, or until it waits for `one`. Then both go on. After `diesAfter` further calls their process is killed, and another one
 * finishes their work.
 * @returns the outcome, and the name of the call; null if `one` made fewer calls
 */
export async function within(
  { stage, bounds, one, other }: Race,
  number: number,
  diesAfter: number | null,
): Promise<Found | null> {
  const [process, turnstile] = [await stage.open(bounds), new Turnstile()];
  let [calls, held, isOver] = [-1, null as string | null, false];
  const results: (string | null)[] = [null, null];
  let second: Promise<void> | null = null;
  const death = Promise.withResolvers<'dead'>();
  const step = turnstile.step(async (call) => {
    calls += 1;
    if (calls === number) {
      held = call;
      second = answer(other, 1);
      await turnstile.quiet();
      calls = number; // those of `other` are not counted
    }
    if (isOver || held === null || diesAfter === null || calls !== number + diesAfter) return;
    turnstile.kill();
    death.resolve('dead');
  });
  const service = serviceOn(process, step);
  const answer = async (name: OperationName, at: 0 | 1): Promise<void> => {
    results[at] = await resultOf(process, service, name);
  };
  const run = async (): Promise<'ended'> => {
    await answer(one, 0);
    await service.settled(); // `other` may begin in the steps after the commit
    await second;
    await service.settled();
    isOver = true;
    return 'ended';
  };
  const end = await Promise.race([run(), death.promise]);
  if (held === null) {
    await process.stop();
    return null;
  }
  const at = `${other} before ${held} of ${one}`;
  const last = end === 'dead' ? await stage.reopen(process) : process;
  const finishing = end === 'dead' ? last.service : service;
  // The user who deletes a folder finishes it after a death.
  const isUnanswered = [one, other].some((name, index) => name === FOLDER_DELETION && results[index] === null);
  if (isUnanswered) await refusal(OPERATIONS[FOLDER_DELETION]({ ...last, service: finishing }));
  return { call: held, isDead: end === 'dead', outcome: { results, state: await endOf(last, finishing, at) } };
}

function serviceOn(process: SetProcess, step: Step): UntypedService {
  const onProblem = (problem: unknown, where: string): never => {
    throw new Error(`${where} failed`, { cause: problem });
  };
  return untyped(serviceWith(intercept(process.ports, step), { bounds: process.bounds, onProblem }));
}

const resultOf = async (process: SetProcess, service: UntypedService, name: OperationName): Promise<string> =>
  (await refusal(OPERATIONS[name]({ ...process, service }))).replace(/^resolved.*/s, 'done').replace('Responses.', '');

/** What is stored when all work is finished; nothing may be left over. */
async function endOf(process: SetProcess, service: UntypedService, at: string): Promise<string> {
  await service.settled();
  process.clock.advance(PENDING_AGE_MS + 1);
  await service.resumeWork();
  const held = await process.stop();
  expectWhole(held, process.ports.mailer, at);
  return JSON.stringify(stateOf(held, process.people.sessions));
}
