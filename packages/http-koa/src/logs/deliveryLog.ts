import type { Logger } from 'pino';
import type { AppContext } from '../context.ts';

/** One line for an answer that could not be sent, or not all of it: Koa may tell of one error twice. */
export function deliveryLog(logger: Logger): (error: unknown, context?: AppContext) => void {
  const told = new WeakSet<object>();
  return (error, context) => {
    if (error instanceof Error && told.has(error)) return;
    if (error instanceof Error) told.add(error);
    const { requestId, pattern } = context?.state ?? {};
    logger[levelOf(error)]({ requestId, route: pattern, err: error }, 'answer not delivered');
  };
}

// That a client went away is told by the line of its request; what else goes wrong here is ours.
const levelOf = (error: unknown): 'debug' | 'warn' =>
  error instanceof Error && GONE.includes(String(Reflect.get(error, 'code'))) ? 'debug' : 'warn';

const GONE = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];
