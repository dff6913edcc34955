import { isError, StoreRefusedError } from '@algotheque/domain';
import type { Logger } from 'pino';
import type { AppContext, State } from '../context.ts';
import { type Sampling, withoutRedaction } from './logger.ts';
import { safeError } from './safeError.ts';

/**
 * With the route's pattern in place of the path, which may have a token; no header, query or body. For refused requests as `sampling`
 * allows, because they cost a client least.
 */
export function requestLog(logger: Logger, sampling: Sampling): (context: AppContext, ms: number) => void {
  const lines = withoutRedaction(logger);
  return (context, ms) => {
    if (!logger.isLevelEnabled('info')) return; // the level may change at any time
    const { status } = context;
    const reportRest = (notLogged: number) => lines.info({ status, notLogged }, 'request, more of it');
    if (isRefusal(status) && !sampling.admits(`request ${status}`, reportRest)) return;
    lines.info(fieldsOf(context, ms), 'request');
  };
}

function fieldsOf(context: AppContext, ms: number) {
  const { requestId, trace, pattern, address, userId } = context.state;
  return {
    requestId,
    ...(trace !== undefined && { traceId: trace.traceId }),
    method: context.method,
    route: pattern ?? null,
    status: context.status,
    ms: Math.round(ms * 10) / 10,
    address: address ?? null,
    ...(userId !== undefined && { userId }),
    ...(isCutOff(context) && { aborted: true }),
  };
}

/** The connection ended before the whole request was read, or within the answer. */
const isCutOff = ({ req, res }: AppContext): boolean =>
  (req.destroyed && !req.complete) || (res.headersSent && res.closed && !res.writableFinished);

/** One line for an answer that was not sent, or not completely. Koa may report one error twice. */
export function deliveryLog(logger: Logger): (error: unknown, context?: AppContext) => void {
  const logged = new WeakSet<object>();
  return (error, context) => {
    if (isError(error) && logged.has(error)) return;
    if (isError(error)) logged.add(error);
    logger[levelOf(error)]({ ...requestFields(context?.state ?? {}), err: error }, 'answer not delivered');
  };
}

// The line of the request reports that a client went away; all other errors here are the server's.
const levelOf = (error: unknown): 'debug' | 'warn' =>
  isError(error) && DISCONNECTED.includes(String(Reflect.get(error, 'code'))) ? 'debug' : 'warn';

const DISCONNECTED = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Which store and why, without a stack, as `sampling` allows. A store that must not be used as it is is logged in full. */
export function refusalLog(logger: Logger, sampling: Sampling): (error: Error, state: State) => void {
  const reportRest = (notLogged: number) => logger.warn({ notLogged }, 'unavailable, more of it');
  return (error, state) => {
    if (!sampling.admits('unavailable', reportRest)) return;
    if (error.cause instanceof StoreRefusedError) logger.warn({ ...requestFields(state), err: error }, 'unavailable');
    else logger.warn({ ...requestFields(state), ...short(error) }, 'unavailable');
  };
}

function short(error: Error) {
  const { reason, cause } = safeError(error);
  if (reason !== undefined || cause === undefined) return { reason };
  return { cause: cause.type, code: cause.code };
}

const isRefusal = (status: number): boolean => status === 429 || status === 503;

export const requestFields = ({ requestId, trace, pattern: route }: Partial<State>) => ({
  requestId,
  ...(trace !== undefined && { traceId: trace.traceId }),
  route,
});
