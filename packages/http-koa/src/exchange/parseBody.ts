import type { IncomingMessage } from 'node:http';
import { parseJsonInSteps } from '@algotheque/domain';
import type { AppContext } from '../context.ts';
import { HttpError, HttpResponses } from '../responses.ts';
import type { BodyKind } from '../route.ts';
import { inTurns, type Steps } from '../turns.ts';
import type { MediaType } from './mediaTypes.ts';

const { General } = HttpResponses;

interface JsonBounds {
  readonly maxTokens: number;
  /** Whether a number that a double would change becomes an InexactNumber. */
  readonly exact: boolean;
}

// More than a client meets that does not know this limit of doubles, and few enough to take no time.
const MAX_INEXACT = 1_000;

export interface BodyBounds extends JsonBounds {
  readonly type: MediaType;
  readonly isGone: () => boolean;
}

// Parsing this many bytes takes less than a millisecond, and is not worth waiting behind a larger body.
const SMALL_BYTES = 16_384;

/** @throws HttpError Payload_too_large, Malformed_json */
export async function parsedBody(bytes: Buffer, bounds: BodyBounds): Promise<unknown> {
  const steps = parsing(bytes, bounds);
  return bytes.length > SMALL_BYTES ? inTurns(steps) : atOnce(steps);
}

function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

function* parsing(bytes: Buffer, { type, isGone, ...bounds }: BodyBounds): Steps<unknown> {
  if (isGone()) throw new HttpError(General.Malformed_json); // no client waits for an answer
  if (bytes.length === 0) return {};
  const text = textOf(bytes, bounds.exact);
  return type === 'form' ? formFrom(text) : yield* jsonFrom(text, bounds);
}

/** Node's code for bytes that are no characters of the encoding. */
const NO_TEXT = 'ERR_ENCODING_INVALID_ENCODED_DATA';

/**
 * UTF-8, or UTF-16 with the mark that PowerShell and Notepad write. If not `fatal`, what is no character becomes U+FFFD, which no field
 * accepts.
 * @throws HttpError Malformed_json for bytes that are no text, if fatal
 */
function textOf(bytes: Buffer, fatal: boolean): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal }).decode(bytes);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === NO_TEXT) throw new HttpError(General.Malformed_json);
    throw error;
  }
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** @throws HttpError Payload_too_large for more values or inexact numbers than allowed, before they are parsed; Malformed_json */
function* jsonFrom(text: string, bounds: JsonBounds): Steps<unknown> {
  try {
    return yield* parseJsonInSteps(text, { ...bounds, maxInexact: MAX_INEXACT });
  } catch (error) {
    if (error instanceof RangeError) throw new HttpError(General.Payload_too_large);
    if (error instanceof SyntaxError) throw new HttpError(General.Malformed_json, {}, placeIn(text, error));
    throw error;
  }
}

/** V8 names the position in its message, except when the text ends too early. */
function placeIn(text: string, { message }: SyntaxError): { readonly line: number; readonly column: number } {
  const found = /\bposition (\d+)/.exec(message)?.[1];
  const place = found === undefined ? text.length : Number(found);
  let [line, start] = [1, 0];
  for (let at = 0; at < place; at += 1) if (text[at] === '\n') [line, start] = [line + 1, at + 1];
  return { line, column: place - start + 1 };
}

const MAX_FORM_FIELDS = 100;

/** A field that occurs several times is a list, which no page sends. @throws HttpError Payload_too_large for too many fields */
function formFrom(text: string): unknown {
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS) throw new HttpError(General.Payload_too_large);
  const form = new URLSearchParams(text);
  return Object.fromEntries([...form.keys()].map((name) => [name, oneOrAll(form.getAll(name))]));
}

const oneOrAll = (values: readonly string[]): unknown => (values.length === 1 ? values[0] : values);

interface HostBody {
  readonly bytes: Buffer;
  /** JSON that was written again from the value that the host has parsed. */
  readonly isWritten: boolean;
}

/** Where parsers of bodies leave their results: those of Express on Node's request, those of Koa on Koa's. */
interface Parsed {
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** The bytes that a parser of the host kept are preferred to the value that it made. @throws Error if it has left neither */
export function hostBody({ req, request }: Pick<AppContext, 'req' | 'request'>, kind: BodyKind): HostBody {
  const onNode: IncomingMessage & Parsed = req;
  const onKoa: AppContext['request'] & Parsed = request;
  const places: readonly Parsed[] = [onNode, onKoa];
  const bytes = places.flatMap(({ rawBody, body }) => [rawBody, body].flatMap(asBytes))[0];
  if (bytes !== undefined) return { bytes, isWritten: false };
  const value = places.map(({ body }) => body).find((body) => body !== undefined);
  if (value === undefined) throw new Error(`${CAUSE} and left nothing of it. ${REMEDY}`);
  // A parser of JSON changes numbers that a double cannot hold, and nobody can see it in its result.
  if (kind === 'exactJson' || kind === 'archive')
    throw new Error(`${CAUSE} and may have changed numbers in it. ${REMEDY}`);
  return { bytes: Buffer.from(JSON.stringify(value)), isWritten: true };
}

const CAUSE = 'The host application has read the body of the request before Algotheque,';
const REMEDY =
  'Mount Algotheque before the parser of bodies, or let the parser keep the bytes in `rawBody` of the request.';

function asBytes(value: unknown): readonly Buffer[] {
  if (Buffer.isBuffer(value)) return [value];
  return typeof value === 'string' ? [Buffer.from(value)] : [];
}
