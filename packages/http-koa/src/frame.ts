import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Responses } from '@algotheque/domain';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { AppContext, State } from './context.ts';
import { deliver } from './exchange/deliver.ts';
import { failure, failureOf, isFailure } from './exchange/failures.ts';
import { clientAddress, originForm, proxyTrust, traceParentOf } from './exchange/head.ts';
import { corsHeaders, securityHeaders } from './exchange/headers.ts';
import { sessionCookie } from './exchange/sessionCookie.ts';
import { groupFinder } from './groups.ts';
import { Sampling } from './logs/logger.ts';
import { refusalLog, requestFields, requestLog } from './logs/requestLog.ts';
import { settingHints } from './logs/settingHints.ts';
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

function requestOpener(options: HttpOptions, logger: Logger): (context: AppContext) => void {
  const isTrusted = proxyTrust(options.trustedProxies);
  const hint = settingHints(logger, { ...options, isTrusted });
  const always = Object.entries(securityHeaders(options.publicUrl));
  const publicPath = pathOf(options.publicUrl);
  const cookieAtRoot = sessionCookie(options, '');
  const groupOf = groupFinder(options.prefixes);
  return (context) => {
    const { req, res, state } = context;
    const { headers } = req;
    hint(req);
    context.url = originForm(context.url);
    state.group = groupOf(context.path);
    state.mountPath = publicPath || mountPathOf(context);
    state.cookie = state.mountPath === '' ? cookieAtRoot : sessionCookie(options, state.mountPath);
    state.requestId = randomUUID();
    const address = clientAddress(req, isTrusted);
    if (address !== null) state.address = address;
    const trace = traceParentOf(headers['traceparent']);
    if (trace !== null) state.trace = trace;
    for (const [name, value] of always) res.setHeader(name, value);
    res.setHeader('X-Request-Id', state.requestId);
    context.set(corsHeaders(headers.origin, options.corsOrigins));
  };
}

/** The path of the public address, which a proxy removes: links of mails have it, so those of answers have it too. */
const pathOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

/** It has no character that ends a header, a link or an attribute of HTML. */
const MOUNT_PATH = /^(?:\/[\w.~!$&()*+,;=:@%-]+)+$/;

/**
 * What a host has removed from the beginning of the path, empty if nothing. Koa keeps the path of the client in `context.originalUrl`,
 * Express and Fastify in `request.originalUrl`.
 */
function mountPathOf(context: AppContext): string {
  const { originalUrl = context.originalUrl }: IncomingMessage & { readonly originalUrl?: unknown } = context.req;
  if (typeof originalUrl !== 'string' || originalUrl === context.url) return '';
  const sent = originForm(originalUrl).replace(/[?#].*$/s, '');
  const { path } = context;
  const rest = sent.endsWith(path) ? path.length : 0;
  const removed = sent.slice(0, sent.length - rest);
  return (rest > 0 || path === '/') && MOUNT_PATH.test(removed) ? removed : '';
}
