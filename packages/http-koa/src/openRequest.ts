import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { AppContext } from './context.ts';
import { clientAddress, originForm, proxyTrust, traceParentOf } from './exchange/head.ts';
import { corsHeaders, securityHeaders } from './exchange/headers.ts';
import { sessionCookie } from './exchange/sessionCookie.ts';
import { groupFinder } from './groups.ts';
import { settingHints } from './logs/settingHints.ts';
import type { HttpOptions } from './options.ts';

/** Makes the function that notes what is known of a request from its head, and sets the headers of every answer. */
export function requestOpener(options: HttpOptions, logger: Logger): (context: AppContext) => void {
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
