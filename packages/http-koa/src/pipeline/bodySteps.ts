import type { IncomingMessage, ServerResponse } from 'node:http';
import { Responses } from '@algotheque/domain';
import bodyParser from 'koa-bodyparser';
import type { ImportBounds } from '../archives/zipFiles.ts';
import type { AppContext } from '../context.ts';
import { HttpError, type HttpErrorCode, HttpResponses } from '../httpResponses.ts';
import type { HttpOptions } from '../options.ts';
import type { BodyKind, Route } from '../route.ts';
import type { BodyBudget } from '../transport/bodyBudget.ts';
import { foreignForms, hasBody, mediaType } from '../transport/requestHead.ts';
import { isTakenAs, typesFor } from './bodyTypes.ts';
import { hostBody } from './hostBody.ts';
import { filesOf } from './importBody.ts';
import { type BodyBounds, parsedBody } from './parseBody.ts';
import type { Step } from './router.ts';

const { General } = HttpResponses;

/** The failures of every route that accepts a body. */
export const BODY_FAILURES = [
  General.Unsupported_media_type,
  General.Payload_too_large,
  General.Malformed_json,
  Responses.General.Unavailable,
] as const;

/** Those of a route that accepts a ZIP, besides. */
export const ARCHIVE_FAILURES = [General.Malformed_zip] as const;

export interface BodyParts {
  readonly bodies: BodyBudget;
  readonly options: Pick<HttpOptions, 'corsOrigins' | 'publicUrl'> & ImportBounds;
}

// The most bytes of a body with a few fields: everybody may send one.
const MAX_FIELD_BYTES = 16_384;
const MAX_FIELD_TOKENS = 1_000;

/** The steps that set `state.body`, as the row accepts it; a missing body counts as `{}`, and of an import it stays unset. None for a row without a body. */
export function bodyOf({ body: kind }: Route, { bodies, options }: BodyParts): readonly Step[] {
  if (kind === 'none') return [];
  if (kind === 'archive') {
    const maxBytes = options.maxImportBytes;
    return [accepted(kind, options), guarded(kind, { bodies, maxBytes }), read(maxBytes), imported(options)];
  }
  const { maxBodyBytes, maxBodyValues } = options;
  const isExact = kind === 'exactJson';
  const maxBytes = isExact ? maxBodyBytes : Math.min(MAX_FIELD_BYTES, maxBodyBytes);
  const bounds = { maxTokens: isExact ? maxBodyValues : MAX_FIELD_TOKENS, exact: isExact };
  return [accepted(kind, options), guarded(kind, { bodies, maxBytes }), read(maxBytes), parsed(bounds)];
}

/** @throws HttpError Unsupported_media_type for another type than the row accepts, and for a form of another site */
function accepted(kind: BodyKind, options: BodyParts['options']): Step {
  const isForeign = foreignForms(options);
  return ({ req, state }, next) => {
    const type = mediaType(req);
    const refusal = () => new HttpError(General.Unsupported_media_type, {}, { types: typesFor(req, kind) });
    if (type === 'form' && isForeign(req.headers)) throw refusal();
    if (!hasBody(req)) return next();
    if (type === null || !isTakenAs(kind, type)) throw refusal();
    state.bodyType = type;
    // The parser takes fewer forms of these headers, and leaves a body of another form unread.
    req.headers['content-type'] = TEXT_TYPE;
    delete req.headers['content-encoding'];
    return next();
  };
}

const TEXT_TYPE = 'text/plain';

/** The memory that a chunk takes beside its bytes, until the end of its body (107 bytes, measured). */
const CHUNK_BYTES = 110;

/**
 * Counts the bytes of the body in the budget, from the first one until the answer is there.
 * @throws HttpError Payload_too_large if the stated length is larger; UnavailableError when the budget has no room, before anything is
 * read if the length is known
 */
function guarded(
  kind: BodyKind,
  { bodies, maxBytes }: { readonly bodies: BodyBudget; readonly maxBytes: number },
): Step {
  return async (context, next) => {
    const { req, request } = context;
    if (!hasBody(req)) return next();
    const expected = Number(req.headers['content-length'] ?? 0);
    if (expected > maxBytes) throw new HttpError(General.Payload_too_large);
    bodies.requireRoom(expected);
    const giveBack = count(req, bodies);
    try {
      request.body = req.readableDidRead ? bytesOfHost(context, kind, maxBytes) : undefined; // the parser reads where there is none
      return await next();
    } finally {
      giveBack();
    }
  };
}

/** Counts each chunk that is read. A failure goes to the reader, as an error of the request. The returned function ends the count. */
function count(request: IncomingMessage, bodies: BodyBudget): () => void {
  let held = 0;
  const onData = ({ length }: Buffer) => {
    try {
      bodies.take(length + CHUNK_BYTES);
      held += length + CHUNK_BYTES;
    } catch (error) {
      request.off('data', onData).emit('error', error);
    }
  };
  request.on('error', () => {}); // the reader may have ended before
  request.on('data', onData);
  return () => {
    request.off('data', onData);
    bodies.release(held);
  };
}

/** A body that the host has read before. @throws HttpError Payload_too_large; Error as `hostBody` */
function bytesOfHost(context: AppContext, kind: BodyKind, maxBytes: number): Buffer {
  const { bytes, isWritten } = hostBody(context, kind);
  if (bytes.length > maxBytes) throw new HttpError(General.Payload_too_large);
  if (isWritten) context.state.bodyType = 'json';
  return bytes;
}

/** Reads the body as it is: the library does not decode it. */
function read(maxBytes: number): Step {
  return bodyParser({
    enableTypes: ['text'],
    encoding: '', // none: the bytes
    textLimit: String(maxBytes),
    onerror: (error) => {
      const code = READ_FAILURES[String(Reflect.get(error, 'type'))];
      throw code === undefined ? error : new HttpError(code);
    },
  });
}

/** By the types of errors of raw-body, the library that reads for koa-bodyparser. */
const READ_FAILURES: Readonly<Record<string, HttpErrorCode>> = {
  'entity.too.large': General.Payload_too_large,
  'request.aborted': General.Malformed_json,
  'request.size.invalid': General.Malformed_json,
  'stream.not.readable': General.Malformed_json, // the client has gone
};

const parsed =
  (bounds: Pick<BodyBounds, 'maxTokens' | 'exact'>): Step =>
  async ({ req: { socket }, request: { body }, state }, next) => {
    const type = state.bodyType ?? 'json';
    const isGone = () => socket.destroyed;
    state.body = Buffer.isBuffer(body) ? await parsedBody(body, { ...bounds, type, isGone }) : {};
    return next();
  };

const imported =
  (options: ImportBounds): Step =>
  async ({ req: { socket }, res, request: { body }, state }, next) => {
    const type = state.bodyType ?? 'json';
    const isGone = () => socket.destroyed;
    const isThere = Buffer.isBuffer(body) && body.length > 0;
    if (isThere) state.body = { files: await filesOf({ bytes: body, type, isGone }, options), sent: whenClosed(res) };
    return next();
  };

/** Resolves when the answer has been sent, or its client has gone. */
const whenClosed = (res: ServerResponse): Promise<unknown> =>
  new Promise<void>((resolve) => (res.closed ? resolve() : res.once('close', resolve)));
