import { type OnProblem, StoreRefusedError, UnavailableError } from '@algotheque/domain';
import type { Logger } from 'pino';
import { safeError } from './safeError.ts';

/**
 * Writes what failed in the background to the log. A store that is out of reach fails every step, each time until it is
 * back: that is one short line a step, with the reason. All else comes whole, as an error.
 */
export const problemLog =
  (logger: Logger): OnProblem =>
  (problem, where) => {
    const { reason } = safeError(problem);
    if (reason === undefined || !isPassing(problem)) logger.error({ err: problem, where }, 'problem');
    else logger.warn({ where, reason }, 'unavailable');
  };

/** Whether waiting mends it: not a store that must not be used as it is. */
const isPassing = (problem: unknown): boolean =>
  problem instanceof UnavailableError && !(problem.cause instanceof StoreRefusedError);
