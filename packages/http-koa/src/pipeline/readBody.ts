import type { IncomingMessage } from 'node:http';
import { addressGroup, Responses } from '@algotheque/domain';
import type { AppContext, State } from '../context.ts';
import { HttpError } from '../httpError.ts';
import { HttpResponses } from '../httpResponses.ts';
import type { HttpOptions } from '../options.ts';
import type { BodyKind } from '../route.ts';
import type { BodyBudget, BodyHolder } from '../transport/bodyBudget.ts';
import { hasBody, type MediaType, mediaType } from '../transport/mediaType.ts';
import { readBytes } from '../transport/readBytes.ts';
import { atOnce, inTurns, type Steps } from './inTurns.ts';
import { formFrom, type JsonBounds, jsonFrom } from './parseBody.ts';

/**
 * Reads a body as its route takes it, and calls `use` with it. No body at all counts as `{}`. The budget counts the body
 * until `use` has settled.
 * @throws HttpError Unsupported_media_type, Payload_too_large, Malformed_json, in this order; UnavailableError, before
 * anything is read where the length is known, when the budget has no room; UnavailableError, and the end of the connection, when what was read made room for another;
 * what `use` throws
 */
export type WithBody = <Result>(
  context: AppContext,
  kind: BodyKind,
  use: (body: unknown) => Promise<Result>,
) => Promise<Result>;

const { General } = HttpResponses;

/** What every route that takes a body can answer. */
export const BODY_FAILURES = [
  General.Unsupported_media_type,
  General.Payload_too_large,
  General.Malformed_json,
  Responses.General.Unavailable,
] as const;

// What bodies of a handful of fields may hold: they are taken from anybody.
const MAX_FIELD_BYTES = 16_384;
const MAX_FIELD_TOKENS = 1_000;

// Parsing as much takes less than a millisecond. What is larger waits for its turn.
const SMALL_BYTES = 16_384;

/** Reads bodies within the bounds of the options, and no more at once than the budget has room for. */
export function bodyReader({ maxBodyBytes, maxBodyValues }: BodyBounds, budget: BodyBudget): WithBody {
  const fields = { maxBytes: Math.min(MAX_FIELD_BYTES, maxBodyBytes), maxTokens: MAX_FIELD_TOKENS, exact: false };
  const source = { maxBytes: maxBodyBytes, maxTokens: maxBodyValues, exact: true };
  return async (context, kind, use) => {
    const { req, state } = context;
    if (kind === 'none') return use(undefined);
    if (!hasBody(req)) return use({});
    const type = mediaType(req);
    if (type === null || !isTakenAs(kind, type)) throw new HttpError(General.Unsupported_media_type);
    const bounds = kind === 'exactJson' ? source : fields;
    const expected = Number(req.headers['content-length'] ?? 0);
    if (expected > bounds.maxBytes) throw new HttpError(General.Payload_too_large);
    const held = budget.open(holderOf(state), expected);
    try {
      const bytes = await readBytes(req, held, bounds.maxBytes);
      const steps = bodyOf(req, bytes, { ...bounds, type });
      return await use(bytes.length > SMALL_BYTES ? await inTurns(steps) : atOnce(steps));
    } finally {
      if (held.isTaken) context.set('Connection', 'close'); // what is left of the body is not waited for
      held.release();
    }
  };
}

/** What a body says. @throws HttpError Payload_too_large, Malformed_json */
function* bodyOf(
  { socket }: IncomingMessage,
  bytes: Buffer,
  { type, ...bounds }: JsonBounds & { readonly type: MediaType },
): Steps<unknown> {
  if (socket.destroyed) throw new HttpError(General.Malformed_json); // nobody waits for an answer
  const text = textOf(bytes, { fatal: bounds.exact });
  return type === 'form' ? formFrom(text) : yield* jsonFrom(text, bounds);
}

type BodyBounds = Pick<HttpOptions, 'maxBodyBytes' | 'maxBodyValues'>;

const isTakenAs = (kind: BodyKind, type: MediaType): boolean => type === 'json' || kind === 'jsonOrForm';

const holderOf = ({ userId, address }: State): BodyHolder =>
  userId === undefined ? { share: 'anonymous', key: addressGroup(address) } : { share: 'account', key: userId };

const DECODERS = { strict: new TextDecoder('utf-8', { fatal: true }), lax: new TextDecoder('utf-8') };

/**
 * UTF-8 as text. Where it is not `fatal`, bytes that are no UTF-8 become U+FFFD, which no field takes.
 * @throws HttpError Malformed_json for bytes that are no UTF-8, where that is fatal
 */
function textOf(bytes: Buffer, { fatal }: { readonly fatal: boolean }): string {
  try {
    return (fatal ? DECODERS.strict : DECODERS.lax).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new HttpError(General.Malformed_json);
    throw error;
  }
}
