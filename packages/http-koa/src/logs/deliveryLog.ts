import type { Logger } from 'pino';
import type { AppContext } from '../context.ts';

/** One line for an answer that was not sent, or not completely. Koa may report one error twice. */
export function deliveryLog(logger: Logger): (error: unknown, context?: AppContext) => void {
  const logged = new WeakSet<object>();
  return (error, context) => {
    if (error instanceof Error && logged.has(error)) return;
    if (error instanceof Error) logged.add(error);
    const { requestId, pattern } = context?.state ?? {};
    logger[levelOf(error)]({ requestId, route: pattern, err: error }, 'answer not delivered');
  };
}

// The line of the request reports that a client went away; all other errors here are the server's.
const levelOf = (error: unknown): 'debug' | 'warn' =>
  error instanceof Error && DISCONNECTED.includes(String(Reflect.get(error, 'code'))) ? 'debug' : 'warn';

const DISCONNECTED = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];
