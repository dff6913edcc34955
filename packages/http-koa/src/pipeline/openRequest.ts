import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { AppContext } from '../context.ts';
import { groupFinder } from '../groups.ts';
import { settingHints } from '../logs/settingHints.ts';
import type { HttpOptions } from '../options.ts';
import { corsHeaders, securityHeaders } from '../transport/answerHeaders.ts';
import { clientAddress, proxyTrust } from '../transport/clientAddress.ts';
import { originForm, traceParentOf } from '../transport/requestHead.ts';
import { mountPathOf } from './pageView.ts';

/** Makes the function that notes what is known of a request from its head, and sets the headers of every answer. */
export function requestOpener(options: HttpOptions, logger: Logger): (context: AppContext) => void {
  const isTrusted = proxyTrust(options.trustedProxies);
  const hint = settingHints(logger, { ...options, isTrusted });
  const always = Object.entries(securityHeaders(options.publicUrl));
  const publicPath = pathOf(options.publicUrl);
  const groupOf = groupFinder(options.prefixes);
  return (context) => {
    const { req, res, state } = context;
    const { headers } = req;
    hint(req);
    context.url = originForm(context.url);
    state.group = groupOf(context.path);
    state.mountPath = publicPath || mountPathOf(context);
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
