import bodyParser from 'koa-bodyparser';
import { HttpError } from '../answers/httpError.ts';
import { HttpResponses } from '../answers/httpResponses.ts';
import type { AppContext } from '../context.ts';

const { General } = HttpResponses;

/**
 * Reads bodies of at most `maxBytes` as text. Bytes that are no UTF-8 become U+FFFD, which no field takes.
 * @throws HttpError Payload_too_large; Malformed_json when the client went away half-way
 */
export function textReader(maxBytes: number): (context: AppContext) => Promise<string> {
  const read = bodyParser({ enableTypes: ['text'], textLimit: String(maxBytes) });
  return async (context) => {
    context.req.headers['content-type'] = 'text/plain'; // what it is has been decided, more strictly than there
    try {
      await read(context, async () => {});
    } catch (error) {
      throw readingFailure(error);
    }
    const { rawBody } = context.request;
    if (typeof rawBody !== 'string') throw new Error('The body was left unread');
    return rawBody;
  };
}

/** The parser's errors carry the raw body, passwords and all: none of it leaves here. */
function readingFailure(error: unknown): Error {
  const { type, status } = error as { readonly type?: unknown; readonly status?: unknown }; // of http-errors and raw-body
  if (type === 'entity.too.large') return new HttpError(General.Payload_too_large);
  if (status === 400) return new HttpError(General.Malformed_json);
  return new Error(`The body could not be read: ${typeof type === 'string' ? type : 'unknown cause'}`);
}
