import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { answerBrokenRequest, refusingBroken } from './brokenRequest.ts';
import type { State } from './context.ts';
import { Drain } from './drain.ts';

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
  /** How long a client may take nothing of an answer that is being sent, in milliseconds. Default: 120 s. */
  readonly answerTimeoutMs?: number;
}

export interface Listening {
  readonly server: Server;
  readonly address: AddressInfo;
  /**
   * Takes no more connections, closes idle ones, and lets requests under way finish; their answers say
   * `Connection: close`. Resolves when the last connection is closed and what serves a request is done, even one whose
   * client went away; after `requestTimeoutMs` at the latest. Repeatable.
   */
  drain(): Promise<void>;
}

/**
 * Serves the application.
 * @throws the system's error (EADDRINUSE, EACCES, …) when it cannot listen there
 */
export async function listen(app: Koa<State>, options: ListenOptions = {}): Promise<Listening> {
  const { host = '127.0.0.1', port = 0, requestTimeoutMs = 120_000 } = options;
  const { headersTimeoutMs = Math.min(30_000, requestTimeoutMs) } = options;
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 65_000,
    connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs, requestTimeoutMs),
    requireHostHeader: false, // Node's own answer would lack the headers of every answer
  });
  server.timeout = options.answerTimeoutMs ?? 120_000;
  const drain = new Drain(server);
  server.on('timeout', (socket) => drain.isWaitedFor(socket) || socket.destroy());
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, drain.underWay));
  const answer = app.callback();
  server.on(
    'request',
    refusingBroken((request, response) => drain.track(answer(request, response))),
  );
  // Expectations that are not known may be ignored (RFC 9110, 10.1.1), and Node's 417 would lack those headers, too.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  await bound(server, host, port);
  return { server, address: addressOf(server), drain: () => drain.start(requestTimeoutMs) };
}

function bound(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  return promise.finally(() => server.off('error', reject));
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a TCP port');
  return address;
}
