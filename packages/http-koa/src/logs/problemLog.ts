import { type OnProblem, StoreRefusedError, UnavailableError } from '@algotheque/domain';
import type { Logger } from 'pino';
import { safeError } from './safeError.ts';
import { Sampling } from './sampling.ts';

/**
 * Writes what failed in the background to the log. A store that is out of reach fails every step, each time until it is
 * back: that is one short line a step, with the reason, no more than `sampling` admits. All else comes whole, as an error.
 */
export function problemLog(logger: Logger, sampling = new Sampling()): OnProblem {
  const tell = (notLogged: number) => logger.warn({ notLogged }, 'unavailable in the background, more of it');
  return (problem, where) => {
    const { reason } = safeError(problem);
    if (reason === undefined || !isPassing(problem)) logger.error({ err: problem, where }, 'problem');
    else if (sampling.admits('problem', tell)) logger.warn({ where, reason }, 'unavailable');
  };
}

/** Whether waiting mends it: not a store that must not be used as it is. */
const isPassing = (problem: unknown): boolean =>
  problem instanceof UnavailableError && !(problem.cause instanceof StoreRefusedError);
