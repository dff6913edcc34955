import { type OnProblem, StoreRefusedError, UnavailableError } from '@algotheque/domain';
import type { Logger } from 'pino';
import { safeError } from './safeError.ts';
import { Sampling } from './sampling.ts';

/**
 * Writes background failures to the log. A store that is unavailable fails every step each time, so each failure is
 * one short line with the reason, and only as many as `sampling` allows. All other errors are logged in full.
 */
export function problemLog(logger: Logger, sampling = new Sampling()): OnProblem {
  const tell = (notLogged: number) => logger.warn({ notLogged }, 'unavailable in the background, more of it');
  return (problem, where, requestId) => {
    const context = requestId === undefined ? { where } : { requestId, where };
    const { reason } = safeError(problem);
    if (reason === undefined || !isPassing(problem)) logger.error({ err: problem, ...context }, 'problem');
    else if (sampling.admits('problem', tell)) logger.warn({ ...context, reason }, 'unavailable');
  };
}

/** Whether waiting helps: false for a store that must not be used as it is. */
const isPassing = (problem: unknown): boolean =>
  problem instanceof UnavailableError && !(problem.cause instanceof StoreRefusedError);
