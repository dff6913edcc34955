import type { IncomingMessage } from 'node:http';
import { addressGroup, Responses } from '@algotheque/domain';
import type { AppContext, State } from '../context.ts';
import { HttpError } from '../httpError.ts';
import { HttpResponses } from '../httpResponses.ts';
import type { HttpOptions } from '../options.ts';
import type { BodyKind } from '../route.ts';
import type { BodyBudget, BodyHolder } from '../transport/bodyBudget.ts';
import type { HeldBody } from '../transport/bodyShare.ts';
import { foreignForms } from '../transport/foreignForm.ts';
import { hasBody, type MediaType, mediaType } from '../transport/mediaType.ts';
import { readBytes } from '../transport/readBytes.ts';
import { hostBody } from './hostBody.ts';
import { atOnce, inTurns, type Steps } from './inTurns.ts';
import { formFrom, type JsonBounds, jsonFrom } from './parseBody.ts';

/**
 * Reads a body as its route accepts it, and calls `use` with it. A missing body counts as `{}`. The budget counts
 * the body until `use` has settled.
 * @throws HttpError Unsupported_media_type, Payload_too_large, Malformed_json, in this order; UnavailableError when
 * the budget has no room, before anything is read if the length is known; UnavailableError, and the end of the
 * connection, when the body made room for another; Error when a host has read the body and left nothing that can be used;
 * what `use` throws
 */
export type WithBody = <Result>(
  context: AppContext,
  kind: BodyKind,
  use: (body: unknown) => Promise<Result>,
) => Promise<Result>;

const { General } = HttpResponses;

/** The failures of every route that accepts a body. */
export const BODY_FAILURES = [
  General.Unsupported_media_type,
  General.Payload_too_large,
  General.Malformed_json,
  Responses.General.Unavailable,
] as const;

// The most bytes of a body with a few fields: everybody may send one.
const MAX_FIELD_BYTES = 16_384;
const MAX_FIELD_TOKENS = 1_000;

// Parsing this many bytes takes less than a millisecond. A larger body waits for its turn.
const SMALL_BYTES = 16_384;

/** Reads bodies within the bounds of the options and of the budget. */
export function bodyReader(options: BodyOptions, budget: BodyBudget): WithBody {
  const { maxBodyBytes, maxBodyValues } = options;
  const isForeign = foreignForms(options);
  const fields = { maxBytes: Math.min(MAX_FIELD_BYTES, maxBodyBytes), maxTokens: MAX_FIELD_TOKENS, exact: false };
  const source = { maxBytes: maxBodyBytes, maxTokens: maxBodyValues, exact: true };
  return async (context, kind, use) => {
    const { req, state } = context;
    if (kind === 'none') return use(undefined);
    const type = mediaType(req);
    if (type === 'form' && isForeign(req.headers)) throw new HttpError(General.Unsupported_media_type);
    if (!hasBody(req)) return use({});
    if (type === null || !isTakenAs(kind, type)) throw new HttpError(General.Unsupported_media_type);
    const bounds = kind === 'exactJson' ? source : fields;
    const expected = Number(req.headers['content-length'] ?? 0);
    if (expected > bounds.maxBytes) throw new HttpError(General.Payload_too_large);
    const held = budget.open(holderOf(state), expected);
    try {
      const given = hostBody(context, kind);
      const bytes = given === null ? await readBytes(req, held, bounds.maxBytes) : counted(given.bytes, held, bounds);
      const steps = bodyOf(req, bytes, { ...bounds, type: given?.isWritten === true ? 'json' : type });
      return await use(bytes.length > SMALL_BYTES ? await inTurns(steps) : atOnce(steps));
    } finally {
      if (held.isTaken) context.set('Connection', 'close'); // the rest of the body is not read
      held.release();
    }
  };
}

/** Bytes that the host holds already. @throws HttpError Payload_too_large; UnavailableError when the budget has no room */
function counted(bytes: Buffer, held: HeldBody, { maxBytes }: { readonly maxBytes: number }): Buffer {
  if (bytes.length > maxBytes) throw new HttpError(General.Payload_too_large);
  held.add(bytes.length);
  held.keep();
  return bytes;
}

/** The value of a body. @throws HttpError Payload_too_large, Malformed_json */
function* bodyOf(
  { socket }: IncomingMessage,
  bytes: Buffer,
  { type, ...bounds }: JsonBounds & { readonly type: MediaType },
): Steps<unknown> {
  if (socket.destroyed) throw new HttpError(General.Malformed_json); // no client waits for an answer
  const text = textOf(bytes, { fatal: bounds.exact });
  return type === 'form' ? formFrom(text) : yield* jsonFrom(text, bounds);
}

type BodyOptions = Pick<HttpOptions, 'maxBodyBytes' | 'maxBodyValues' | 'corsOrigins' | 'publicUrl'>;

const isTakenAs = (kind: BodyKind, type: MediaType): boolean => type === 'json' || kind === 'jsonOrForm';

const holderOf = ({ userId, address }: State): BodyHolder =>
  userId === undefined ? { share: 'anonymous', key: addressGroup(address) } : { share: 'account', key: userId };

const DECODERS = { strict: new TextDecoder('utf-8', { fatal: true }), lax: new TextDecoder('utf-8') };

/**
 * UTF-8 as text. If not `fatal`, bytes that are not UTF-8 become U+FFFD, which no field accepts.
 * @throws HttpError Malformed_json for bytes that are not UTF-8, if fatal
 */
function textOf(bytes: Buffer, { fatal }: { readonly fatal: boolean }): string {
  try {
    return (fatal ? DECODERS.strict : DECODERS.lax).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new HttpError(General.Malformed_json);
    throw error;
  }
}
