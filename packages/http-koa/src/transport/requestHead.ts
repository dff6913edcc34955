import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/**
 * The values of all headers of a request with this name, which is in small letters. Node's `headersDistinct` makes a list
 * for each header, at the first use.
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? '';
    if (given.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}

/** The token in the only `Authorization` header of a request, of the scheme `Bearer` in any case (RFC 6750); null when there is none that could be valid. */
export function bearerToken(request: IncomingMessage): string | null {
  const [only = '', ...others] = headerValues(request, 'authorization');
  return others.length === 0 ? (/^bearer +(\S+)$/i.exec(only)?.[1] ?? null) : null;
}

/** Whether a bearer token was sent, valid or not. */
export const sendsBearer = (request: IncomingMessage): boolean =>
  headerValues(request, 'authorization').some((value) => /^bearer +\S/i.test(value));

/**
 * A request's target as path and query. Servers must accept absolute targets too (RFC 9112, 3.2.2). The authority
 * in it is not used, and a malformed one would make later parsers throw.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return /^[/*]/.test(rest) ? rest : `/${rest}`;
}

export type MediaType = 'json' | 'form' | 'zip';

/** The second one is what browsers on Windows say. */
export const ZIP_TYPES = ['application/zip', 'application/x-zip-compressed'] as const;

const TYPES: Readonly<Record<string, MediaType>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  ...Object.fromEntries(ZIP_TYPES.map((type) => [type, 'zip'])),
};

/** The type of a body, or null for one that is not accepted: other types, other charsets, compressed bodies. */
export function mediaType(request: IncomingMessage): MediaType | null {
  const types = headerValues(request, 'content-type');
  if (isCompressed(request) || types.length !== 1) return null;
  const [type = '', ...parameters] = partsOf(types[0] ?? '');
  if (!parameters.filter((parameter) => parameter !== '').every(isTaken)) return null;
  return Object.hasOwn(TYPES, type) ? (TYPES[type] ?? null) : null;
}

/** Whether the request names a charset that is not UTF-8. */
export const namesOtherCharset = ({ headers }: IncomingMessage): boolean =>
  partsOf(headers['content-type'] ?? '').some((parameter) => /^charset\b/.test(parameter) && !isTaken(parameter));

const partsOf = (type: string): string[] => type.split(';').map((part) => part.trim().toLowerCase());

// Node decodes `chunked` only, and passes on other transfer codings unchanged.
const isCompressed = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity' ||
  (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked';

// A charset is UTF-8, also as `utf8`, or absent; other parameters have no meaning for these types (RFC 8259, section 11).
function isTaken(parameter: string): boolean {
  const [, name, value] = /^([^=\s]+)=(.*)$/.exec(parameter) ?? [];
  return name !== undefined && (name !== 'charset' || /^("utf-?8"|utf-?8)$/.test(value ?? ''));
}

/** Whether the request states that it has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

interface OwnOrigins {
  readonly corsOrigins: readonly string[];
  readonly publicUrl?: string;
}

/**
 * Whether a page of another site has sent a form: by what the browser says of the sender (`Sec-Fetch-Site`, `Origin`). Programs other than
 * browsers send neither, and no other site can make them send a form. A page without an origin of its own (`null`) is of another site.
 */
export function foreignForms({ corsOrigins, publicUrl }: OwnOrigins) {
  const known = new Set([...corsOrigins, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])]);
  return ({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean => {
    if (site === 'same-origin') return false;
    if (origin !== undefined) return !known.has(origin) && !isAt(origin, host);
    return site === 'cross-site' || site === 'same-site';
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

/** A later version of the header may be longer than that of version 00, 55 characters. */
const MOST_CHARACTERS = 256;

/**
 * The fields of the header, or null where it is absent or not as the specification says: then it is as if there were none (3.2.2.5).
 * Of a later version than 00 the fields of version 00 are read (3.2.4).
 */
export function traceParentOf(header: string | readonly string[] | undefined): TraceParent | null {
  if (typeof header !== 'string' || header.length > MOST_CHARACTERS) return null;
  const { version, traceId = '', spanId = '', flags = '', rest } = FIELDS.exec(header)?.groups ?? {};
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (isZero(traceId) || isZero(spanId)) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

const isZero = (id: string): boolean => /^0+$/.test(id);
