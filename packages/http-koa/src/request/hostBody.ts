import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../context.ts';
import type { BodyKind } from '../route.ts';

/** A body that the host application has read before. */
interface HostBody {
  readonly bytes: Buffer;
  /** Whether these are not the bytes of the request: then they are JSON that was written again from the value that the host has parsed. */
  readonly isWritten: boolean;
}

/** Where parsers of bodies leave their results: those of Express on Node's request, those of Koa on Koa's. */
interface Parsed {
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/**
 * The body of a request that a parser of the host application has read already. The bytes that the parser
 * kept are preferred to the value that it made.
 * @throws Error, for the log, if the parser has left nothing that can be used
 */
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
