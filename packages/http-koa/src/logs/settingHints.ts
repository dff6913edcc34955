import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { type IsTrusted, peerAddress } from '../exchange/head.ts';
import { type HttpOptions, isOrigin } from '../options.ts';

/** Longer origins are not logged: no host name is that long. */
const LONGEST_ORIGIN = 300;

interface HintOptions extends Pick<HttpOptions, 'corsOrigins' | 'publicUrl'> {
  readonly isTrusted: IsTrusted;
}

/** How many peers, and how many origins, get a line. Clients choose them. */
const MOST = 16;

/**
 * Says which setting is missing: a line for each new peer whose forwarded header is ignored, which may be the operator's proxy, and for
 * each new origin whose pages may not read the answers.
 */
export function settingHints(logger: Logger, options: HintOptions): (request: IncomingMessage) => void {
  const peers = new Set<string>();
  const origins = new Set<string>();
  return (request) => {
    const { origin, 'x-forwarded-for': list, forwarded } = request.headers;
    const peer = list === undefined && forwarded === undefined ? null : peerAddress(request.socket.remoteAddress);
    if (peer !== null && !options.isTrusted(peer) && isFirst(peer, peers)) logger.warn({ peer }, IGNORED);
    if (origin !== undefined && isRefused(origin, request, options) && isFirst(origin, origins))
      logger.warn({ origin }, REFUSED);
  };
}

const IGNORED =
  'a forwarded address is ignored, so all clients of this peer share one limit: if it is your proxy, name it in ' +
  'ALGOTHEQUE_TRUSTED_PROXIES (option trustedProxies)';
const REFUSED =
  'pages of this origin may not read the answers: if they are yours, name it in ALGOTHEQUE_CORS_ORIGINS (option corsOrigins)';

/** Without a public address the own origin is the host of the request. */
function isRefused(origin: string, { headers }: IncomingMessage, { corsOrigins, publicUrl }: HintOptions): boolean {
  if (corsOrigins.includes(origin) || origin.length > LONGEST_ORIGIN || !isOrigin(origin)) return false;
  const own = publicUrl === undefined ? null : URL.parse(publicUrl)?.origin;
  return origin !== own && URL.parse(origin)?.host !== headers.host;
}

function isFirst(value: string, seen: Set<string>): boolean {
  if (seen.size >= MOST || seen.has(value)) return false;
  seen.add(value);
  return true;
}
