import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, requireKnownOptions, systemClock } from '@algotheque/domain';
import type Koa from 'koa';
import type { State } from '../context.ts';
import { answerBrokenRequest, refusingBroken } from './brokenRequest.ts';
import { Connections } from './connections.ts';
import { BACKLOG, Drain } from './drain.ts';
import { lastMessage } from './incomingMessage.ts';

export interface ListenOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 0, which takes a free one. */
  readonly port?: number;
  /** How long a client may take for its headers, in milliseconds. Default: 30 s, or `requestTimeoutMs`. */
  readonly headersTimeoutMs?: number;
  /** How long a client may take for a whole request, in milliseconds. Default: 120 s. */
  readonly requestTimeoutMs?: number;
  /** How long an idle connection is kept, in milliseconds. Default: 65 s, longer than load balancers keep theirs. */
  readonly keepAliveTimeoutMs?: number;
  /** How long a client may read nothing of an answer that is being sent, in milliseconds. Default: 120 s. */
  readonly answerTimeoutMs?: number;
  /**
   * The most connections at one time. For a further one, the connection that is longest without progress is closed, unless a
   * complete request is being answered on it. If there is none, the new connection is closed without an answer. Default: 2,000.
   */
  readonly maxConnections?: number;
  /**
   * Gets the first connection that is closed for this reason, and then once a minute the number of further ones.
   */
  readonly onDropped?: (count: number) => void;
  /** How long `drain` still accepts everything, in milliseconds, so that a load balancer sees `/readyz` fail. Default: 0. */
  readonly stopGraceMs?: number;
  /** How long `drain` takes at most, the grace included, in milliseconds. Default: `requestTimeoutMs`. */
  readonly stopTimeoutMs?: number;
  /** The clock of `drain`. Default: the system's. */
  readonly clock?: Pick<Clock, 'sleep'>;
}

export interface Listening {
  readonly server: Server;
  readonly address: AddressInfo;
  /**
   * Continues to serve for `stopGraceMs`, then accepts no more connections, closes idle ones, and finishes requests that
   * were sent. Each answer from now on has `Connection: close`. A request without an answer after `stopTimeoutMs` gets a bare 503. Resolves when the last connection
   * is closed and all work for requests is done, also for clients that have disconnected; after `stopTimeoutMs` at the
   * latest. Repeatable.
   */
  drain(): Promise<void>;
}

/**
 * Serves the application. Each connection has one request at a time: a second one before the answer to the first is not answered, and
 * the connection ends after that answer.
 * @throws the system's error (EADDRINUSE, EACCES, …) when it cannot listen there; RangeError that names an unknown
 * option
 */
export async function listen(app: Koa<State>, options: ListenOptions = {}): Promise<Listening> {
  const {
    host = '127.0.0.1',
    port = 0,
    requestTimeoutMs = 120_000,
    headersTimeoutMs = Math.min(30_000, requestTimeoutMs),
    keepAliveTimeoutMs = 65_000,
    answerTimeoutMs = 120_000,
    maxConnections = 2_000,
    onDropped = () => {},
    stopGraceMs: graceMs = 0,
    stopTimeoutMs: limitMs = requestTimeoutMs,
    clock = systemClock,
    ...unknown
  } = options;
  requireKnownOptions('listen', unknown, {});
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs, requestTimeoutMs),
    requireHostHeader: false, // Node's own answer would not have the headers of every answer
    IncomingMessage: lastMessage((socket) => connections.of(socket)?.hasSecond === true),
  });
  server.timeout = answerTimeoutMs;
  const answer = refusingBroken(app.callback());
  const connections: Connections = new Connections(server, {
    begin: ({ request, response, expectsContinue }) => {
      if (expectsContinue === true) response.writeContinue();
      drain.track(answer(request, response));
    },
    maxConnections,
    onDropped,
  });
  const drain = new Drain(server, connections);
  takeRequests(server, connections);
  await once(server.listen({ host, port, backlog: BACKLOG }), 'listening');
  const address = server.address() as AddressInfo; // that of a TCP port
  return { server, address, drain: () => drain.start({ graceMs, limitMs, clock }) };
}

function takeRequests(server: Server, connections: Connections): void {
  server.on('request', (request, response) => connections.take({ request, response }));
  // A server may ignore unknown expectations (RFC 9110, 10.1.1), and Node's 417 would not have the headers of every
  // answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => connections.take({ request, response, expectsContinue: true }));
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, connections.of(socket)));
  server.on('timeout', (socket) => {
    const { current = null } = connections.of(socket) ?? {};
    if (current === null || current.headersSent) socket.destroy(); // else the server, not the client, causes the wait
  });
}
