import type { IncomingMessage } from 'node:http';
import { HttpError } from '../httpError.ts';
import { HttpResponses } from '../httpResponses.ts';
import type { HeldBody } from './bodyShare.ts';
import { ChunkCount } from './chunkCount.ts';

const { General } = HttpResponses;

const FIRST_BYTES = 1_024;

/**
 * The bytes of a body, at most `maxBytes`. The bytes in memory are counted in `held`.
 * A body in too many small chunks ends the connection.
 * @throws HttpError Payload_too_large as soon as there are more; Malformed_json when the client has disconnected before the
 * end; UnavailableError when there is no memory for more bytes, or when the body was dropped to make room for another
 */
export function readBytes(request: IncomingMessage, held: HeldBody, maxBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  if (request.destroyed) reject(new HttpError(General.Malformed_json)); // its `close` came before: no other event will come
  const body = new GrowingBuffer(held, maxBytes);
  const chunks = new ChunkCount();
  const onData = (chunk: Buffer) => {
    try {
      body.append(chunk);
      if (request.complete) held.keep(); // `end` comes a moment later
      if (chunks.isTooMany(chunk.length)) request.destroy(); // reading the rest of these chunks then costs little
    } catch (error) {
      stop();
      reject(error);
    }
  };
  const onCut = () => reject(new HttpError(General.Malformed_json));
  const onEnd = () => {
    stop(); // `close` follows every end, and an error that nobody gets would cost its stack
    held.keep();
    resolve(body.bytes());
  };
  const stop = () => request.off('data', onData).off('end', onEnd).off('close', onCut); // the listener of `error` stays: an error may come late
  held.onTaken((error) => {
    stop();
    reject(error);
  });
  request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  return promise.finally(() => {
    stop();
    body.release(); // otherwise the listener of `error`, which stays, would keep the buffer as long as the request
  });
}

/**
 * One buffer that doubles when it is full. Chunks are copied into it and released: each chunk that is kept costs
 * some 100 bytes beside its content, so that a body of one-byte chunks would take a hundred times its size.
 */
class GrowingBuffer {
  readonly #held: HeldBody;
  readonly #maxBytes: number;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(held: HeldBody, maxBytes: number) {
    this.#held = held;
    this.#maxBytes = maxBytes;
  }

  append(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes) throw new HttpError(General.Payload_too_large);
    if (length > this.#buffer.length) this.#growTo(length);
    chunk.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  #growTo(length: number): void {
    let capacity = this.#buffer.length || FIRST_BYTES;
    while (capacity < length) capacity *= 2;
    capacity = Math.min(capacity, this.#maxBytes);
    this.#held.add(capacity - this.#buffer.length);
    const buffer = Buffer.allocUnsafeSlow(capacity); // a slice of Node's pool would keep the whole pool in memory
    this.#buffer.copy(buffer, 0, 0, this.#length);
    this.#buffer = buffer;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Releases the buffer; what `bytes` returned stays. */
  release(): void {
    this.#buffer = Buffer.alloc(0);
  }
}
