import { ApiError } from './apiError.ts';
import type { Answer, ClientCode, FailureCode, Operation } from './operationTypes.ts';

export type Send = (request: Request) => Promise<Response>;

export const ZIP = 'application/zip';

/** An export: the caller reads it as a stream, so it has no bound. */
const isZipAnswer = ({ ok, headers }: Response): boolean => ok && headers.get('Content-Type') === ZIP;

class TooLarge extends Error {}

/** One request and its answer, whose body fails after `maxBytes`. */
export class Transfer {
  #isSent = false;
  #response: Response | undefined;
  readonly #send: Send;
  readonly #maxBytes: number;

  constructor(send: Send, maxBytes: number) {
    this.#send = send;
    this.#maxBytes = maxBytes;
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    this.#isSent = true;
    const response = await this.#send(request);
    this.#response = isZipAnswer(response) ? response : bounded(response, this.#maxBytes);
    return this.#response;
  };

  /** The answer, of which at least the headers have come. */
  get response(): Response {
    if (this.#response === undefined) throw new TypeError('There is no answer yet');
    return this.#response;
  }

  /**
   * What it means that the request or the reading of its answer threw. A body that is no JSON counts as one that is absent.
   * @throws ApiError; the error itself if it is of a request that was not sent
   */
  fail(operation: Operation, cause: unknown, signal: AbortSignal | undefined): { data?: undefined; error?: undefined } {
    if (!this.#isSent) throw cause;
    if (cause instanceof SyntaxError && this.#response !== undefined) return {};
    throw new ApiError({ operation, code: this.#codeOf(cause, signal), response: this.#response, cause });
  }

  #codeOf(cause: unknown, signal: AbortSignal | undefined): ClientCode {
    if (cause instanceof TooLarge) return 'Client.Too_large';
    if (signal?.aborted === true) return isTimeout(signal.reason) ? 'Client.Timed_out' : 'Client.Aborted';
    return this.#response === undefined ? 'Client.Unreachable' : 'Client.Cut_off';
  }
}

const isTimeout = (reason: unknown): boolean => (reason as { name?: unknown } | null)?.name === 'TimeoutError';

/**
 * The same answer; its body throws TooLarge after `maxBytes`. Without the text of the status: a proxy may send one that is not Latin-1,
 * which no `Response` takes.
 */
function bounded({ body, status, headers }: Response, maxBytes: number): Response {
  let left = maxBytes;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) throw new TooLarge(`more than ${maxBytes} bytes`);
      controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(counter) ?? null, { status, headers });
}

/**
 * The answer with a parsed body.
 * @throws ApiError for a failure, and for a body that is none of the service
 */
export function readBody(operation: Operation, response: Response, body: unknown): Answer<Operation> {
  if (response.status === 304) throw new ApiError({ operation, code: 'Client.Not_modified', response });
  if (isZipAnswer(response)) {
    const { status, headers, body: data } = response;
    // It has no identifier; only the export answers so.
    return {
      status,
      message: 'Responses.User.Success.Exported',
      data,
      etag: null,
      headers,
    } as unknown as Answer<Operation>;
  }
  if (!isBody(body)) {
    const detail = `not an answer of the service, type ${response.headers.get('Content-Type')}`;
    throw new ApiError({ operation, code: 'Client.Not_understood', response, detail });
  }
  const { message, data } = body;
  const { ok, status, headers } = response;
  // The casts: what the service sends is what its description says.
  if (ok) return { status, message, data, etag: headers.get('ETag'), headers } as Answer<Operation>;
  throw new ApiError({ operation, code: message as FailureCode, data: data as never, response });
}

interface Body {
  readonly message: string;
  readonly data?: unknown;
}

/** Every answer of the service has an identifier; what proxies send has none. */
function isBody(body: unknown): body is Body {
  const message = (body as { readonly message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' && message.startsWith('Responses.');
}
