import type { IncomingMessage } from 'node:http';
import { HttpError } from '../httpError.ts';
import { HttpResponses } from '../httpResponses.ts';
import type { HeldBody } from './bodyBudget.ts';

const { General } = HttpResponses;

const FIRST_BYTES = 1_024;

/**
 * How many chunks a body may come in beside those that hold `MIN_CHUNK_BYTES` on average. Each chunk costs the event loop
 * some microseconds, whatever it holds: a megabyte of one-byte chunks takes seconds. A client that writes a field at a time
 * stays far below.
 */
const FREE_CHUNKS = 1_024;
const MIN_CHUNK_BYTES = 16;

/**
 * The bytes of a body, at most `maxBytes` of them. What it keeps is counted in `held`.
 * A body in too many small chunks ends the connection.
 * @throws HttpError Payload_too_large as soon as there are more; Malformed_json when the client went away half-way;
 * UnavailableError when there is no room for more
 */
export function readBytes(request: IncomingMessage, held: HeldBody, maxBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  if (request.destroyed) reject(new HttpError(General.Malformed_json)); // its `close` came before: nothing else will
  const body = new GrowingBuffer(held, maxBytes);
  const onData = (chunk: Buffer) => {
    try {
      body.append(chunk);
      if (body.isShredded) request.destroy(); // the rest of what came with it then costs little
    } catch (error) {
      stop();
      reject(error);
    }
  };
  const onCut = () => reject(new HttpError(General.Malformed_json));
  const onEnd = () => resolve(body.bytes());
  const stop = () => request.off('data', onData).off('end', onEnd).off('close', onCut); // `error` stays heard: it may come late
  request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  return promise.finally(stop);
}

/**
 * One buffer that doubles when it is full. Chunks are copied into it and let go: each one that is kept costs some 100 bytes
 * beside what it holds, so that a body of one-byte chunks would take a hundred times its size.
 */
class GrowingBuffer {
  readonly #held: HeldBody;
  readonly #maxBytes: number;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;
  #chunks = 0;

  constructor(held: HeldBody, maxBytes: number) {
    this.#held = held;
    this.#maxBytes = maxBytes;
  }

  append(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes) throw new HttpError(General.Payload_too_large);
    this.#chunks += 1;
    if (length > this.#buffer.length) this.#growTo(length);
    chunk.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  #growTo(length: number): void {
    let capacity = this.#buffer.length || FIRST_BYTES;
    while (capacity < length) capacity *= 2;
    capacity = Math.min(capacity, this.#maxBytes);
    this.#held.add(capacity - this.#buffer.length);
    const buffer = Buffer.allocUnsafeSlow(capacity); // a slice of Node's pool would keep all of the pool
    this.#buffer.copy(buffer, 0, 0, this.#length);
    this.#buffer = buffer;
  }

  /** Whether it came in more chunks than an honest client makes of it. */
  get isShredded(): boolean {
    return this.#chunks > FREE_CHUNKS + this.#length / MIN_CHUNK_BYTES;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }
}
