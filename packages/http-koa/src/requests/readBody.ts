import { parseJson } from '@algotheque/domain';
import bodyParser from 'koa-bodyparser';
import { HttpError } from '../answers/httpError.ts';
import { HttpResponses } from '../answers/httpResponses.ts';
import type { AppContext } from '../context.ts';
import type { BodyKind } from '../routes/route.ts';
import { hasBody, type MediaType, mediaType } from './mediaType.ts';
import { readBytes } from './readBytes.ts';

export type ReadBody = (context: AppContext, kind: BodyKind) => Promise<unknown>;

const { General } = HttpResponses;

/**
 * Reads bodies of at most `maxBytes`. No body at all counts as `{}`.
 * @throws HttpError Unsupported_media_type, Payload_too_large, Malformed_json, in this order
 */
export function bodyReader(maxBytes: number): ReadBody {
  const readLoose = looseReader(maxBytes);
  return async (context, kind) => {
    const { req } = context;
    if (kind === 'none') return undefined;
    if (!hasBody(req)) return {};
    const type = mediaType(req);
    if (type === null || !isTakenAs(kind, type)) throw new HttpError(General.Unsupported_media_type);
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw new HttpError(General.Payload_too_large);
    return kind === 'exactJson' ? exactJson(await readBytes(req, maxBytes)) : readLoose(context);
  };
}

const isTakenAs = (kind: BodyKind, type: MediaType): boolean => type === 'json' || kind === 'jsonOrForm';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function exactJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    return parseJson(strictUtf8.decode(bytes));
  } catch (error) {
    // The parser throws the one, the decoder the other.
    if (error instanceof SyntaxError || error instanceof TypeError) throw new HttpError(General.Malformed_json);
    throw error;
  }
}

function looseReader(maxBytes: number): (context: AppContext) => Promise<unknown> {
  const limit = String(maxBytes);
  // `ignore`: a key `__proto__` stays an own key, which every DTO leaves out like any unknown one.
  const settings = { jsonLimit: limit, formLimit: limit, strict: false, onProtoPoisoning: 'ignore' };
  const parse = bodyParser({ enableTypes: ['json', 'form'], ...settings });
  return async (context) => {
    try {
      await parse(context, async () => {});
    } catch (error) {
      throw readingFailure(error);
    }
    const { body, rawBody } = context.request;
    return rawBody === '' ? {} : body;
  };
}

/** The parser's errors carry the raw body, passwords and all: none of it leaves here. */
function readingFailure(error: unknown): Error {
  const { type, status } = error as { readonly type?: unknown; readonly status?: unknown }; // of http-errors and co-body
  if (type === 'entity.too.large') return new HttpError(General.Payload_too_large);
  if (status === 400) return new HttpError(General.Malformed_json);
  return new Error(`The body could not be read: ${typeof type === 'string' ? type : 'unknown cause'}`);
}
