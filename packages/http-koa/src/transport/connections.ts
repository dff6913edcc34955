import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isBroken } from '../request/head.ts';
import { answerBare, answerTo } from './bareAnswers.ts';
import { boundedMessage } from './boundedMessage.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The open connections of a server. Each has one request at a time: a second one ends it after the answer to the first. */
export class Connections {
  readonly #answer: Answer;
  /** Each with the answer that is being made or sent; null if there is none. */
  readonly #open = new Map<Duplex, ServerResponse | null>();
  /** Those on which something came behind a request. */
  readonly #full = new WeakSet<Duplex>();
  /** The class of its requests. */
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
    const begin = () => fewInATurn(() => this.#begin(request, response));
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

  /** What comes behind a whole request is not answered. Nothing is written if an answer has begun. */
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

  /** Ends those without a request. */
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

/** Says that an answer is the last one of its connection, if it has not begun. */
function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** Ends a connection when all is sent. A client that keeps its side open would keep its memory. */
function endSoon(socket: Duplex, last = ''): void {
  socket.end(last, () => socket.destroy());
}

/**
 * How many requests begin in one turn of the event loop. It is for speed: with 32 clients a short read costs 92 µs of the processor so, and
 * 126 to 145 if each begins where it is read, or all at the end of the turn (measured).
 */
const REQUESTS_IN_A_TURN = 8;

const waiting: (() => void)[] = [];
let isPlanned = false;

/** Begins a request at the end of this turn or of a later one, in the order of the calls. */
function fewInATurn(begin: () => void): void {
  waiting.push(begin);
  plan();
}

function plan(): void {
  if (isPlanned || waiting.length === 0) return;
  isPlanned = true;
  setImmediate(() => {
    isPlanned = false;
    for (const begin of waiting.splice(0, REQUESTS_IN_A_TURN)) begin();
    plan();
  });
}
