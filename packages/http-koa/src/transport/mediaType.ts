import type { IncomingMessage } from 'node:http';
import { headerValues } from './headerValues.ts';

export type MediaType = 'json' | 'form';

const TYPES: Readonly<Record<string, MediaType>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
};

/** The type of a body, or null for one that is not accepted: other types, other charsets, compressed bodies. */
export function mediaType(request: IncomingMessage): MediaType | null {
  const types = headerValues(request, 'content-type');
  if (isCompressed(request) || types.length !== 1) return null;
  const [type = '', ...parameters] = (types[0] ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (!parameters.filter((parameter) => parameter !== '').every(isTaken)) return null;
  return Object.hasOwn(TYPES, type) ? (TYPES[type] ?? null) : null;
}

// Node decodes `chunked` only, and passes on other transfer codings unchanged.
const isCompressed = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity' ||
  (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked';

// A charset is utf-8 or absent; other parameters have no meaning for these types (RFC 8259, section 11).
function isTaken(parameter: string): boolean {
  const [, name, value] = /^([^=\s]+)=(.*)$/.exec(parameter) ?? [];
  return name !== undefined && (name !== 'charset' || /^("utf-8"|utf-8)$/.test(value ?? ''));
}

/** Whether the request states that it has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
