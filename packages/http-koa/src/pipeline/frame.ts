import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Responses } from '@algotheque/domain';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { AppContext, State } from '../context.ts';
import { groupFinder } from '../groups.ts';
import { HttpResponses } from '../httpResponses.ts';
import { refusalLog, requestFields, requestLog } from '../logs/requestLog.ts';
import { Sampling } from '../logs/sampling.ts';
import { settingHints } from '../logs/settingHints.ts';
import type { HttpOptions } from '../options.ts';
import type { Answer } from '../responseKinds.ts';
import { corsHeaders, securityHeaders } from '../transport/answerHeaders.ts';
import { clientAddressReader, proxyTrust } from '../transport/clientAddress.ts';
import { discardRest } from '../transport/discardRest.ts';
import { originForm, traceParentOf } from '../transport/requestHead.ts';
import { deliver } from './deliver.ts';
import { failure, failureOf, isFailure } from './failures.ts';
import { mountPathOf } from './pageView.ts';

/** The failures of every request. */
export const FRAME_FAILURES = [Responses.General.Internal_error] as const;

/**
 * The work around every request: its id, the headers of every answer, the answer to a thrown error, one line in the
 * log.
 */
export function frame(options: HttpOptions, logger: Logger, sampling = new Sampling()): Middleware<State> {
  const isTrusted = proxyTrust(options.trustedProxies);
  const clientAddress = clientAddressReader(isTrusted);
  const hint = settingHints(logger, { ...options, isTrusted });
  const always = Object.entries(securityHeaders(options.publicUrl));
  const groupOf = groupFinder(options.prefixes);
  const logRequest = requestLog(logger, sampling);
  const logRefusal = refusalLog(logger, sampling);
  const { observer, around } = options;
  return async (context, next) => {
    const startedAt = performance.now();
    observer?.onRequest();
    hint(context.req);
    const address = clientAddress(context.req.socket.remoteAddress, context.req.headers['x-forwarded-for']?.toString());
    context.url = originForm(context.url);
    context.state.group = groupOf(context.path);
    context.state.mountPath = mountPathOf(context);
    open(context.state, address);
    const { req, res, state } = context;
    const trace = traceParentOf(req.headers['traceparent']);
    if (trace !== null) state.trace = trace;
    for (const [name, value] of always) res.setHeader(name, value);
    res.setHeader('X-Request-Id', state.requestId);
    context.set(corsHeaders(req.headers.origin, options.corsOrigins));
    const work = () => answerTo(context, next, logRefusal);
    try {
      deliver(context, await (around === undefined ? work() : around(req, trace, work)), options);
    } catch (error) {
      logger.error({ ...requestFields(state), err: error }, 'internal error');
      deliver(context, failure(Responses.General.Internal_error, { requestId: state.requestId }), options);
    }
    discardRest(context.req);
    onceSent(context, () => {
      const ms = performance.now() - startedAt;
      logRequest(context, ms);
      observer?.onAnswer({ route: state.pattern ?? null, method: context.method, status: context.status, ms });
    });
  };
}

/** Runs `act` now, or once a body that is sent later has been sent, or cannot be sent any more. */
function onceSent({ body, res }: AppContext, act: () => void): void {
  if (body instanceof Readable && !res.closed) res.once('close', act);
  else act();
}

function open(state: State, address: string | undefined): void {
  state.requestId = randomUUID();
  state.tokenSent = false;
  if (address !== undefined) state.address = address;
}

/** The answer of the routes, or the answer to their error if clients may see it. */
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
    return failureOf(error, context.state.tokenSent);
  }
}
