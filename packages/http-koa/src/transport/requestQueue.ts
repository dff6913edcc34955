import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection may wait while another is answered. */
const MOST_WAITING = 32;
/**
 * How many bytes the waiting requests may have: a small body each, or a part of a large one, which Node itself stops
 * reading.
 */
const MOST_WAITING_BYTES = 131_072;

/** A request and where its answer goes. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether the client waits for `100 Continue` before it sends the body. */
  readonly expectsContinue?: boolean;
}

/** The state of the server, shared by all connections. */
export interface Stage {
  /** Every answer is the last of its connection. */
  isStopping: boolean;
  /** No request begins, until this is false again. */
  isHeld: boolean;
}

export interface QueueParts {
  readonly stage: Stage;
  readonly begin: (exchange: Exchange) => void;
  /** Called when a request arrives, and when one is answered. */
  readonly onProgress: () => void;
}

/** The requests of one connection: one is answered at a time, in the order in which they came; the others wait. */
export class RequestQueue {
  readonly socket: Socket;
  readonly #parts: QueueParts;
  readonly #waiting: Exchange[] = [];
  #current: Exchange | null = null;
  #last: (() => void) | null = null;
  #bytesBefore = 0;
  #isEnding = false;

  constructor(socket: Socket, parts: QueueParts) {
    this.socket = socket;
    this.#parts = parts;
  }

  /** The answer that is being made or sent. */
  get current(): ServerResponse | null {
    return this.#current?.response ?? null;
  }

  /** How many bytes have come on the connection. */
  get bytesRead(): number {
    return this.socket.bytesRead;
  }

  /** Whether a request was received completely and has no answer yet. */
  get owesAnswer(): boolean {
    return (this.#current ?? this.#waiting[0])?.request.complete === true;
  }

  get isIdle(): boolean {
    return this.#current === null && this.#waiting.length === 0;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether no further request may wait. */
  get isFull(): boolean {
    if (this.#waiting.length === 0) return false;
    return this.#waiting.length >= MOST_WAITING || this.socket.bytesRead - this.#bytesBefore > MOST_WAITING_BYTES;
  }

  /** Begins the request when all earlier ones are answered; never if nothing can be sent any more. */
  add(exchange: Exchange): void {
    if (this.#last !== null || !this.socket.writable) return;
    if (this.#waiting.length === 0) this.#bytesBefore = this.socket.bytesRead;
    this.#waiting.push(exchange);
    this.#parts.onProgress();
    this.next();
    this.tellOfEnd(); // the requests that wait behind an answer decide whether it is the last
  }

  /**
   * The last bytes are not a complete request, and cannot become one. `answer` is called when all earlier requests are
   * answered; nothing after it is read.
   */
  endWith(answer: () => void): void {
    if (this.#last !== null) return;
    this.#last = answer;
    if (this.#waiting.at(-1)?.request.complete === false) this.#waiting.pop();
    if (this.#current?.request.complete !== false) this.next();
    else if (this.#current.response.headersSent) this.socket.destroy();
    else answer();
  }

  /** While the server stops: marks an answer that has not begun as the last one, unless requests wait behind it. */
  tellOfEnd(): void {
    const response = this.current;
    if (!this.#parts.stage.isStopping || response === null || response.headersSent) return;
    if (this.#waiting.length === 0) response.setHeader('Connection', 'close');
    else response.removeHeader('Connection');
  }

  /** Begins the next request, if none is being answered. */
  next(): void {
    if (this.#current !== null || this.#parts.stage.isHeld) return;
    if (!this.socket.writable) this.#waiting.length = 0;
    const exchange = this.#waiting.shift();
    if (exchange !== undefined) this.#begin(exchange);
    else if (this.#last !== null && this.socket.writable) this.#last();
    else if (this.#isEnding) this.socket.destroySoon();
  }

  #begin(exchange: Exchange): void {
    this.#current = exchange;
    exchange.response.once('close', () => {
      this.#current = null;
      this.#parts.onProgress();
      this.next();
    });
    this.tellOfEnd();
    this.#parts.begin(exchange);
  }

  /**
   * Ends the connection when all requests are answered. If there are none, this side ends at once; the client's is
   * still read, because unread bytes would make the system reset the connection.
   */
  end(): void {
    this.#isEnding = true;
    if (this.isIdle) this.socket.end();
  }
}
