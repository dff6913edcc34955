import { IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isBroken } from './exchange/head.ts';
import { answerBare, answerTo } from './exchange/headers.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Each has one request at a time: a second one ends the connection after the answer to the first. */
export class Connections {
  readonly #answer: Answer;
  /** Each with the answer that is being made or sent; null if there is none. */
  readonly #open = new Map<Duplex, ServerResponse | null>();
  /** Those on which something came behind a request. */
  readonly #full = new WeakSet<Duplex>();
  readonly Message = boundedMessage((socket) => this.#full.has(socket));
  readonly #work = new Set<Promise<void>>();
  #isStopping = false;
  /** No request begins before it resolves. */
  #gate: PromiseWithResolvers<void> | null = null;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  serve(server: Server): void {
    server.on('connection', (socket) => {
      this.#open.set(socket, null);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('request', (request, response) => this.#take(request, response));
    // A server may ignore unknown expectations (RFC 9110, 10.1.1), and Node's 417 would not have the headers of every answer.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('clientError', (error, socket) => this.#refuse(String(Reflect.get(error, 'code')), socket));
    server.on('timeout', (socket) => {
      if (this.#open.get(socket)?.headersSent !== false) socket.destroy(); // else the server, not the client, causes the wait
    });
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const before = this.#open.get(socket);
    if (before === undefined || !socket.writable) return; // what comes behind the last answer is no request
    if (before !== null) {
      this.#full.add(socket);
      announceEnd(before);
      return;
    }
    this.#open.set(socket, response);
    response.once('close', () => {
      if (this.#open.has(socket)) this.#open.set(socket, null);
      if (this.#isStopping || this.#full.has(socket)) endSoon(socket);
    });
    if (this.#isStopping) announceEnd(response);
    // Once all that has come is read: with 32 clients a short read takes two thirds of the processor so (measured).
    const begin = () => void setImmediate(() => this.#begin(request, response));
    if (this.#gate === null) begin();
    else void this.#gate.promise.then(begin);
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    if (response.closed || response.headersSent) return; // it waited, and the client has gone, or the server has stopped
    if (isBroken(request)) answerBare(response, 400);
    else this.#track(this.#answer(request, response));
  }

  #track(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }

  #refuse(code: string, socket: Duplex): void {
    const response = this.#open.get(socket);
    if (socket.writableEnded) return;
    if (response?.req.complete === true) {
      this.#full.add(socket);
      announceEnd(response);
      return;
    }
    if (!socket.writable || response?.headersSent === true || code === 'ECONNRESET') socket.destroy();
    else endSoon(socket, answerTo(code));
  }

  /** From now on every answer is the last of its connection. */
  announceEnd(): void {
    this.#isStopping = true;
    for (const response of this.#open.values()) if (response !== null) announceEnd(response);
  }

  /** Lets requests wait, so that clients that wait for answers send no more of them. The returned function begins them. */
  hold(): () => void {
    const gate = Promise.withResolvers<void>();
    this.#gate = gate;
    return () => {
      this.#gate = null;
      gate.resolve();
    };
  }

  endIdle(): void {
    for (const [socket, response] of this.#open) if (response === null) endSoon(socket);
  }

  /** Answers 503 to every whole request whose answer has not begun. */
  refuseWaiting(): void {
    for (const response of this.#open.values()) {
      if (response?.headersSent === false && response.req.complete) answerBare(response, 503);
    }
  }

  /** Resolves when the work for all requests is done: it continues if a client disconnects. */
  async settled(): Promise<void> {
    await Promise.all(this.#work);
  }
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** A client that keeps its side open would keep its memory. */
function endSoon(socket: Duplex, last = ''): void {
  socket.end(last, () => socket.destroy());
}

/** Small chunks, beside those of at least `MIN_CHUNK_BYTES` on average: each takes 640 bytes, also if nobody reads them. */
const FREE_CHUNKS = 1_024;
const MIN_CHUNK_BYTES = 16;

/**
 * Ends the connection where Node's parser would make objects without need: all requests of a chunk of 64 KiB, some 2,300, 20 µs each. Only
 * an upgrade to another protocol stops it, so a request behind the second one claims to be that: without a listener for upgrades, Node
 * destroys the socket.
 */
function boundedMessage(isFull: (socket: Socket) => boolean): typeof IncomingMessage {
  return class extends IncomingMessage {
    #chunks = 0;
    #bytes = 0;
    declare isLast: boolean; // set by the setter, which the constructor of IncomingMessage calls

    get upgrade(): boolean {
      return this.isLast;
    }

    set upgrade(isOffered: boolean | null) {
      this.isLast = isOffered === true || isFull(this.socket);
    }

    override push(chunk: Buffer | null): boolean {
      this.#chunks += 1;
      this.#bytes += chunk?.length ?? 0;
      if (this.#chunks <= FREE_CHUNKS + this.#bytes / MIN_CHUNK_BYTES) return super.push(chunk);
      this.destroy();
      return false;
    }
  };
}
