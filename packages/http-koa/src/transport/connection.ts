import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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

export interface ConnectionParts {
  readonly stage: Stage;
  readonly begin: (exchange: Exchange) => void;
  /** Called when a request arrives, and when one is answered. */
  readonly onProgress: () => void;
}

/** One connection and its request. A second request before the answer to the first ends the connection after that answer. */
export class Connection {
  readonly socket: Socket;
  readonly #parts: ConnectionParts;
  #current: Exchange | null = null;
  #isBegun = false;
  #hasSecond = false;
  #last: (() => void) | null = null;
  #isEnding = false;

  constructor(socket: Socket, parts: ConnectionParts) {
    this.socket = socket;
    this.#parts = parts;
  }

  /** The answer that is being made or sent. */
  get current(): ServerResponse | null {
    return this.#isBegun ? (this.#current?.response ?? null) : null;
  }

  /** How many bytes have come on the connection. */
  get bytesRead(): number {
    return this.socket.bytesRead;
  }

  /** Whether a request was received completely and has no answer yet. */
  get owesAnswer(): boolean {
    return this.#current?.request.complete === true;
  }

  get isIdle(): boolean {
    return this.#current === null;
  }

  /** Whether a second request has come before the answer to the first. */
  get hasSecond(): boolean {
    return this.#hasSecond;
  }

  /** Begins the request, if it is the only one and something can be sent. */
  add(exchange: Exchange): void {
    if (this.#last !== null || !this.socket.writable) return;
    if (this.#current === null) {
      this.#current = exchange;
      this.#parts.onProgress();
      this.next();
    } else {
      this.#hasSecond = true;
      this.announceEnd();
    }
  }

  /**
   * The last bytes are not a complete request, and cannot become one. `answer` is called when the request before is answered; nothing
   * after it is read.
   */
  endWith(answer: () => void): void {
    if (this.#last !== null) return;
    this.#last = answer;
    if (this.#current === null) answer();
    else if (!this.#current.request.complete) {
      if (this.#current.response.headersSent) this.socket.destroy();
      else answer();
    }
  }

  /** Marks an answer that has not begun as the last one, if it is. */
  announceEnd(): void {
    const response = this.#current?.response;
    if (response === undefined || response.headersSent) return;
    if (this.#hasSecond || this.#parts.stage.isStopping) response.setHeader('Connection', 'close');
  }

  /** Begins the request that waits, if there is one. */
  next(): void {
    const exchange = this.#current;
    if (exchange === null || this.#isBegun || this.#parts.stage.isHeld || !this.socket.writable) return;
    this.#isBegun = true;
    exchange.response.once('close', () => this.#answered());
    this.announceEnd();
    this.#parts.begin(exchange);
  }

  #answered(): void {
    this.#current = null;
    this.#isBegun = false;
    this.#parts.onProgress();
    if (this.#hasSecond || (this.#last === null && this.#isEnding)) this.socket.destroySoon();
    else if (this.socket.writable) this.#last?.();
  }

  /**
   * Ends the connection when its request is answered. If there is none, this side ends at once; the client's is still read, because
   * unread bytes would make the system reset the connection.
   */
  end(): void {
    this.#isEnding = true;
    if (this.isIdle) this.socket.end();
  }
}
