import { ApiError } from './apiError.ts';
import type { ClientCode } from './failureCodes.ts';
import type { Operation } from './operationTypes.ts';

export type Send = (request: Request) => Promise<Response>;

export const ZIP = 'application/zip';

/** An export: the caller reads it as a stream, so it has no bound. */
export const isZipAnswer = ({ ok, headers }: Response): boolean => ok && headers.get('Content-Type') === ZIP;

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

/** The same answer; its body throws TooLarge after `maxBytes`. */
function bounded({ body, status, statusText, headers }: Response, maxBytes: number): Response {
  let left = maxBytes;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) throw new TooLarge(`more than ${maxBytes} bytes`);
      controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(counter) ?? null, { status, statusText, headers });
}
