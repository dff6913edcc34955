import { Readable } from 'node:stream';
import { Responses } from '@algotheque/domain';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { AppContext, State } from './context.ts';
import { deliver } from './exchange/deliver.ts';
import { failure, failureOf, isFailure } from './exchange/failures.ts';
import { Sampling } from './logs/logger.ts';
import { refusalLog, requestFields, requestLog } from './logs/requestLog.ts';
import { requestOpener } from './openRequest.ts';
import type { HttpOptions } from './options.ts';
import { type Answer, HttpResponses } from './responses.ts';

export const FRAME_FAILURES = [Responses.General.Internal_error] as const;

/** Around every request: its id, the headers of every answer, the answer to a thrown error, one line in the log. */
export function frame(options: HttpOptions, logger: Logger, sampling = new Sampling()): Middleware<State> {
  const open = requestOpener(options, logger);
  const logRequest = requestLog(logger, sampling);
  const logRefusal = refusalLog(logger, sampling);
  const { observer, around } = options;
  return async (context, next) => {
    const startedAt = performance.now();
    observer?.onRequest();
    open(context);
    const { req, state } = context;
    const work = () => answerTo(context, next, logRefusal);
    try {
      deliver(context, await (around === undefined ? work() : around(req, state.trace ?? null, work)), options);
    } catch (error) {
      logger.error({ ...requestFields(state), err: error }, 'internal error');
      deliver(context, failure(Responses.General.Internal_error, { requestId: state.requestId }), options);
    }
    if (!req.complete) req.resume(); // a client that sends everything before it reads gets the answer
    onceSent(context, () => {
      const ms = performance.now() - startedAt;
      logRequest(context, ms);
      observer?.onAnswer({ route: state.pattern ?? null, method: context.method, status: context.status, ms });
    });
  };
}

/** Or once a body that is sent later cannot be sent any more. */
function onceSent({ body, res }: AppContext, act: () => void): void {
  if (body instanceof Readable && !res.closed) res.once('close', act);
  else act();
}

async function answerTo(
  context: AppContext,
  next: () => Promise<unknown>,
  logRefusal: ReturnType<typeof refusalLog>,
): Promise<Answer> {
  try {
    await next();
    return context.state.answer ?? failure(HttpResponses.General.Not_found);
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (error.code === Responses.General.Unavailable) logRefusal(error, context.state);
    return failureOf(error, context.req);
  }
}
