import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { corsHeaders, securityHeaders } from './answer/headers.ts';
import type { AppContext } from './context.ts';
import { groupFinder } from './groups.ts';
import { settingHints } from './logs/settingHints.ts';
import type { HttpOptions } from './options.ts';
import { clientAddress, originForm, proxyTrust, traceParentOf } from './request/head.ts';
import { sessionCookie } from './request/sessionCookie.ts';

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

/** A path without a slash at its end. It has no character that ends a header, a link or an attribute of HTML. */
const MOUNT_PATH = /^(?:\/[\w.~!$&()*+,;=:@%-]+)+$/;

/**
 * The path under which a host application has mounted this one: what the host has removed from the beginning of the path. Koa keeps
 * the path that the client sent in `context.originalUrl`; Express and Fastify keep it in `request.originalUrl`. Empty if nothing
 * was removed, or if the host has changed the path in another way.
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
