import type { ServerResponse } from 'node:http';
import { Responses } from '@algotheque/domain';
import bodyParser from 'koa-bodyparser';
import type { AppContext, Step } from '../context.ts';
import type { HttpOptions } from '../options.ts';
import { HttpError, type HttpErrorCode, HttpResponses } from '../responses.ts';
import type { BodyKind, Route } from '../route.ts';
import type { BodyBudget } from './bodyBudget.ts';
import { senders } from './head.ts';
import { filesOf, type ImportBounds } from './importBody.ts';
import { hasBody, isTakenAs, mediaType, TYPE_NAMES, typesFor } from './mediaTypes.ts';
import { type BodyBounds, hostBody, parsedBody } from './parseBody.ts';

const { General } = HttpResponses;

export const BODY_FAILURES = [
  General.Unsupported_media_type,
  General.Payload_too_large,
  General.Malformed_json,
  Responses.General.Unavailable,
] as const;

export const ARCHIVE_FAILURES = [General.Malformed_zip] as const;

export interface BodyParts {
  readonly bodies: BodyBudget;
  readonly options: Pick<HttpOptions, 'corsOrigins' | 'publicUrl'> & ImportBounds;
}

// The most bytes of a body with a few fields: everybody may send one.
const MAX_FIELD_BYTES = 16_384;
const MAX_FIELD_TOKENS = 1_000;

/** The steps that set `state.body`: a missing body counts as `{}`, and of an import it stays unset. */
export function bodyOf({ body: kind }: Route, { bodies, options }: BodyParts): readonly Step[] {
  if (kind === 'none') return [];
  const { maxBodyBytes, maxBodyValues, maxImportBytes } = options;
  const isField = kind === 'json' || kind === 'jsonOrForm';
  const most = kind === 'archive' ? maxImportBytes : maxBodyBytes;
  const maxBytes = isField ? Math.min(MAX_FIELD_BYTES, most) : most;
  const bounds = { maxTokens: isField ? MAX_FIELD_TOKENS : maxBodyValues, exact: !isField };
  const made = kind === 'archive' ? imported(options) : parsed(bounds);
  return [accepted(kind, options), guarded(kind, { bodies, maxBytes }), read(maxBytes), made];
}

/** @throws HttpError Unsupported_media_type, also for a form of another site */
function accepted(kind: BodyKind, options: BodyParts['options']): Step {
  const senderOf = senders(options);
  return ({ req, state }, next) => {
    const type = mediaType(req);
    const refusal = () => new HttpError(General.Unsupported_media_type, {}, { types: typesFor(req, kind) });
    if (type === 'form' && senderOf(req.headers) === 'foreign') throw refusal();
    if (!hasBody(req)) return next();
    if (type === null || !isTakenAs(kind, type)) throw refusal();
    state.bodyType = type;
    return next();
  };
}

/**
 * Counts the bytes of the body from the first one until the answer is there.
 * @throws HttpError Payload_too_large for the stated length; UnavailableError when the budget has no room, before anything is read if the
 * length is known
 */
function guarded(
  kind: BodyKind,
  { bodies, maxBytes }: { readonly bodies: BodyBudget; readonly maxBytes: number },
): Step {
  return async (context, next) => {
    const { req, request } = context;
    if (!hasBody(req)) {
      request.body ??= {}; // the parser reads where there is none
      return next();
    }
    const expected = Number(req.headers['content-length'] ?? 0);
    if (expected > maxBytes) throw new HttpError(General.Payload_too_large);
    bodies.requireRoom(expected);
    const ofHost = req.readableDidRead ? bytesOfHost(context, kind, maxBytes) : undefined;
    request.body = ofHost;
    const giveBack = ofHost === undefined ? bodies.count(req) : bodies.hold(ofHost.length);
    try {
      return await next();
    } finally {
      giveBack();
    }
  };
}

function bytesOfHost(context: AppContext, kind: BodyKind, maxBytes: number): Buffer {
  const { bytes, isWritten } = hostBody(context, kind);
  if (bytes.length > maxBytes) throw new HttpError(General.Payload_too_large);
  if (isWritten) context.state.bodyType = 'json';
  return bytes;
}

/** As text without an encoding, so that the library does not decode it. */
function read(maxBytes: number): Step {
  return bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: [...TYPE_NAMES] },
    encoding: '',
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

const whenClosed = (res: ServerResponse): Promise<unknown> =>
  new Promise<void>((resolve) => (res.closed ? resolve() : res.once('close', resolve)));
