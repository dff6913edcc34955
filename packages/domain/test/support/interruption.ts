import type { Ports } from '../../src/ports.ts';
import { UnavailableError } from '../../src/responses.ts';
import { intercept, type Step } from './intercept.ts';

/** How a step interrupts an operation: the process dies, one call fails, or the stores are unreachable from then on. */
export const ENDINGS = ['dies before', 'dies after', 'fails before', 'fails after', 'outage'] as const;
export type Ending = (typeof ENDINGS)[number];

/** The result of the operation for its caller. */
export type Outcome = 'done' | 'failed' | 'nothing';

/** Ports of which one call is interrupted. */
interface Interruption {
  readonly ports: Ports;
  /** For further calls, which count with those of the ports. */
  readonly step: Step;
  /** Resolves when the process has died. */
  readonly death: Promise<Outcome>;
  /** Ends the interruption: every later call is made without a change. */
  lift(): void;
  /** The calls so far. */
  steps(): number;
  /** The name of the call that was interrupted. */
  interruptedAt(): string;
}

const NEVER = new Promise<never>(() => undefined);

/**
 * Interrupts the call `step`, counted from 1. One call runs at a time, in the order in which they were made, so that
 * their order is the same in every run, and none is under way when the process dies.
 */
export function interruption(ports: Ports, step: number, ending: Ending): Interruption {
  const died = Promise.withResolvers<Outcome>();
  let [calls, at, isLifted] = [0, '', false];
  let last: Promise<unknown> = Promise.resolve();
  const interrupted = async (run: () => Promise<unknown>, isFirst: boolean): Promise<unknown> => {
    if (isFirst && ending.endsWith('after')) await run();
    if (!ending.startsWith('dies')) throw new UnavailableError();
    died.resolve('nothing');
    return NEVER;
  };
  const take: Step = (name, run) => {
    if (isLifted) return run();
    calls += 1;
    if (step === 0 || calls < step || (calls > step && ending.startsWith('fails'))) return run();
    if (calls === step) at = name;
    return interrupted(run, calls === step);
  };
  const inTurn: Step = (name, run) => {
    if (isLifted) return run();
    const result = last.then(() => take(name, run));
    last = result.catch(() => undefined); // its caller gets the failure
    return result;
  };
  return {
    ports: intercept(ports, inTurn),
    step: inTurn,
    death: died.promise,
    lift: () => {
      isLifted = true;
    },
    steps: () => calls,
    interruptedAt: () => at,
  };
}
