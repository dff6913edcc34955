import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** @param name in small letters. Node's `headersDistinct` makes a list for each header at its first use */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? '';
    if (given.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}

/** Of the only `Authorization` header, of the scheme `Bearer` in any case (RFC 6750); null when there is none that could be valid. */
export function bearerToken(request: IncomingMessage): string | null {
  const [only = '', ...others] = headerValues(request, 'authorization');
  return others.length === 0 ? (/^bearer +(\S+)$/i.exec(only)?.[1] ?? null) : null;
}

export const sendsBearer = (request: IncomingMessage): boolean =>
  headerValues(request, 'authorization').some((value) => /^bearer +\S/i.test(value));

/**
 * Servers must accept absolute targets too (RFC 9112, 3.2.2). The authority is not used: a malformed one would make later parsers throw.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return /^[/*]/.test(rest) ? rest : `/${rest}`;
}

/**
 * Another protocol, which Node's parser takes too; HTTP/1.1 without exactly one Host (RFC 9112, 3.2); HTTP/1.0 with a Transfer-Encoding,
 * whose end a proxy may see elsewhere (RFC 9112, 6.1).
 */
export function isBroken(request: IncomingMessage): boolean {
  const { httpVersion, headers } = request;
  const hosts = headerValues(request, 'host').length;
  if (httpVersion === '1.1') return hosts !== 1;
  return httpVersion !== '1.0' || hosts > 1 || headers['transfer-encoding'] !== undefined;
}

interface OwnOrigins {
  readonly corsOrigins: readonly string[];
  readonly publicUrl?: string;
}

/**
 * Who sends a request, by what the browser says (`Sec-Fetch-Site`, `Origin`): a page of the service or of an origin in its settings, a page
 * of another site, or a program that says nothing. A page without an origin of its own (`null`) is of another site.
 */
export function senders({ corsOrigins, publicUrl }: OwnOrigins) {
  const known = new Set([...corsOrigins, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])]);
  return ({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): 'own' | 'foreign' | 'program' => {
    if (site === 'same-origin') return 'own';
    if (origin !== undefined) return known.has(origin) || isAt(origin, host) ? 'own' : 'foreign';
    return site === 'cross-site' || site === 'same-site' ? 'foreign' : 'program';
  };
}

/** Whether the origin has this host. Behind a proxy the scheme of a request is not known. */
function isAt(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/** The trace and the span from which a request came: the header `traceparent` of W3C Trace Context. */
export interface TraceParent {
  /** 32 hexadecimal digits, not all 0. */
  readonly traceId: string;
  /** 16 hexadecimal digits, not all 0. */
  readonly spanId: string;
  /** From 0 to 255. The last bit: the caller may have recorded its span. */
  readonly flags: number;
}

const FIELDS =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<rest>-.*)?$/;

const MOST_CHARACTERS = 256;

/**
 * Null where the header is absent or not as the specification says (3.2.2.5). Of a later version the fields of version 00 are read (3.2.4).
 */
export function traceParentOf(header: string | readonly string[] | undefined): TraceParent | null {
  if (typeof header !== 'string' || header.length > MOST_CHARACTERS) return null;
  const { version, traceId = '', spanId = '', flags = '', rest } = FIELDS.exec(header)?.groups ?? {};
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (isZero(traceId) || isZero(spanId)) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

const isZero = (id: string): boolean => /^0+$/.test(id);

export type IsTrusted = (address: string) => boolean;

export function proxyTrust(trustedProxies: readonly string[]): IsTrusted {
  const trusted = listOf(trustedProxies);
  return (address) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

export const peerAddress = (peer: string | undefined): string | null => (peer === undefined ? null : bareAddress(peer));

/**
 * Behind a trusted proxy the right-most hop of `X-Forwarded-For` that is none: those to the left of it may be invented. Null when the
 * socket is closed.
 */
export function clientAddress({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string | null {
  let client = peerAddress(socket.remoteAddress);
  const hops = headers['x-forwarded-for']?.toString().split(',') ?? [];
  while (client !== null && hops.length > 0 && isTrusted(client)) {
    const hop = bareAddress(hops.pop() ?? '');
    if (hop === null) break;
    client = hop;
  }
  return client;
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

// `192.0.2.1:443`, `[2001:db8::1]:443`, `fe80::1%eth0`, `::ffff:192.0.2.1`: without port and zone, an IPv4-mapped one as IPv4.
function bareAddress(text: string): string | null {
  if (isIP(text) === 4) return text;
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1];
  const address = (bracketed ?? trimmed.replace(/^([\d.]+):\d+$/, '$1')).replace(/%.*$/, '');
  if (isIP(address) === 0) return null;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
