import type { IncomingMessage } from 'node:http';
import type { BodyKind } from '../route.ts';
import { headerValues } from './head.ts';

export type MediaType = 'json' | 'form' | 'zip';

export const ZIP_TYPES = ['application/zip', 'application/x-zip-compressed'] as const;

const TYPES: ReadonlyMap<string, MediaType> = new Map([
  ['application/json', 'json'],
  ['application/x-www-form-urlencoded', 'form'],
  ...ZIP_TYPES.map((type) => [type, 'zip'] as const),
]);

export const TYPE_NAMES: readonly string[] = [...TYPES.keys()];

const TAKEN: Readonly<Record<BodyKind, readonly MediaType[]>> = {
  none: [],
  json: ['json'],
  exactJson: ['json'],
  jsonOrForm: ['json', 'form'],
  archive: ['json', 'zip'],
};

export const isTakenAs = (kind: BodyKind, type: MediaType): boolean => TAKEN[kind].includes(type);

/** For a client that has sent another type, or another charset. */
export function typesFor({ headers }: IncomingMessage, kind: BodyKind): readonly string[] {
  const [, ...parameters] = partsOf(headers['content-type'] ?? '');
  const isOther = parameters.some((parameter) => /^charset\b/.test(parameter) && !isTaken(parameter));
  const taken = [...TYPES].filter(([, type]) => isTakenAs(kind, type));
  return taken.map(([name, type]) => (isOther && type !== 'zip' ? `${name}; charset=utf-8` : name));
}

/** Null for a type that is not accepted: other charsets and compressed bodies, too. */
export function mediaType(request: IncomingMessage): MediaType | null {
  const types = headerValues(request, 'content-type');
  if (isCompressed(request) || types.length !== 1) return null;
  const [type = '', ...parameters] = partsOf(types[0] ?? '');
  if (!parameters.filter((parameter) => parameter !== '').every(isTaken)) return null;
  return TYPES.get(type) ?? null;
}

const partsOf = (type: string): string[] => type.split(';').map((part) => part.trim().toLowerCase());

// Node decodes `chunked` only, and passes on other transfer codings unchanged.
const isCompressed = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] ?? 'identity') !== 'identity' ||
  (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked';

// A charset is UTF-8, also as `utf8`, or absent; other parameters have no meaning for these types (RFC 8259, section 11).
function isTaken(parameter: string): boolean {
  const [, name, value] = /^([^=\s]+)=(.*)$/.exec(parameter) ?? [];
  return name !== undefined && (name !== 'charset' || /^("utf-?8"|utf-?8)$/.test(value ?? ''));
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
