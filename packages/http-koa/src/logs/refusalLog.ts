import { StoreRefusedError } from '@algotheque/domain';
import type { Logger } from 'pino';
import type { State } from '../context.ts';
import { requestFields } from './requestFields.ts';
import { safeError } from './safeError.ts';
import type { Sampling } from './sampling.ts';

/**
 * One short line for an answer 503: which store and why, without a stack, and only as many as `sampling` allows. A
 * store that must not be used as it is is logged in full, because waiting does not help.
 */
export function refusalLog(logger: Logger, sampling: Sampling): (error: Error, state: State) => void {
  const tell = (notLogged: number) => logger.warn({ notLogged }, 'unavailable, more of it');
  return (error, state) => {
    if (!sampling.admits('unavailable', tell)) return;
    if (error.cause instanceof StoreRefusedError) logger.warn({ ...requestFields(state), err: error }, 'unavailable');
    else logger.warn({ ...requestFields(state), ...short(error) }, 'unavailable');
  };
}

/** The reason, or else the type and code of the cause. */
function short(error: Error) {
  const { reason, cause } = safeError(error);
  if (reason !== undefined || cause === undefined) return { reason };
  return { cause: cause.type, code: cause.code };
}

/** Whether an answer of this status is temporary: 429, 503. */
export const isRefusal = (status: number): boolean => status === 429 || status === 503;
