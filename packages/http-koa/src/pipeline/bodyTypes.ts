import type { IncomingMessage } from 'node:http';
import type { BodyKind } from '../route.ts';
import { type MediaType, namesOtherCharset, ZIP_TYPES } from '../transport/requestHead.ts';

const TAKEN: Readonly<Record<BodyKind, readonly MediaType[]>> = {
  none: [],
  json: ['json'],
  exactJson: ['json'],
  jsonOrForm: ['json', 'form'],
  archive: ['json', 'zip'],
};

/** The names of the types, for a client that has sent another one. */
const TYPES: Readonly<Record<MediaType, readonly string[]>> = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  zip: ZIP_TYPES,
};

export const isTakenAs = (kind: BodyKind, type: MediaType): boolean => TAKEN[kind].includes(type);

/** What a row takes, for a client that has sent another type, or another charset. */
export function typesFor(request: IncomingMessage, kind: BodyKind): readonly string[] {
  const charset = namesOtherCharset(request) ? '; charset=utf-8' : '';
  return TAKEN[kind].flatMap((type) => TYPES[type].map((name) => (type === 'zip' ? name : name + charset)));
}
