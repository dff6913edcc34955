import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, requireKnownOptions, systemClock } from '@algotheque/domain';
import type Koa from 'koa';
import { Connections } from './connections.ts';
import type { State } from './context.ts';
import { Sampling } from './logs/logger.ts';
import { BACKLOG, stop } from './stop.ts';

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
  /** The most connections at one time. A further one is closed without an answer. Default: 2,000. */
  readonly maxConnections?: number;
  /** Gets 1 for a connection that is closed for this reason, and a minute later the number of further ones. */
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
   * Continues to serve for `stopGraceMs`, then accepts no more connections, closes idle ones, and finishes requests that were sent. Each
   * answer from now on has `Connection: close`. A request without an answer after `stopTimeoutMs` gets a bare 503. Resolves when the last
   * connection is closed and all work for requests is done, also for clients that have disconnected; after `stopTimeoutMs` at the latest.
   * Repeatable.
   */
  drain(): Promise<void>;
}

const REPORTED_AT_ONCE = 1;
const REPORTED_EVERY_MS = 60_000;

/**
 * Each connection has one request at a time: a second one before the answer to the first is not answered, and ends the connection after it.
 * @throws the system's error (EADDRINUSE, EACCES, …) when it cannot listen there; RangeError that names an unknown option
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
  const connections = new Connections(app.callback());
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs, requestTimeoutMs),
    requireHostHeader: false, // Node's own answer would not have the headers of every answer
    IncomingMessage: connections.Message,
  });
  server.timeout = answerTimeoutMs;
  server.maxConnections = maxConnections;
  const reports = new Sampling({ limit: REPORTED_AT_ONCE, intervalMs: REPORTED_EVERY_MS });
  server.on('drop', () => reports.admits('drop', onDropped) && onDropped(1));
  connections.serve(server);
  await once(server.listen({ host, port, backlog: BACKLOG }), 'listening');
  const address = server.address() as AddressInfo; // that of a TCP port
  let stopped: Promise<void> | undefined;
  return {
    server,
    address,
    drain: () => {
      stopped ??= stop(server, connections, { graceMs, limitMs, clock });
      return stopped;
    },
  };
}
