import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '@algotheque/domain';
import { bareHeaders } from './brokenRequest.ts';
import type { Connections } from './connections.ts';

/**
 * How many connections may wait to be accepted. A client that finds the queue full tries again after a second (RFC
 * 6298, 2.1), so it is larger than the number of open connections. Linux limits it to `net.core.somaxconn`, by
 * default the same number.
 */
export const BACKLOG = 4_096;

/** How long no connection may come before the listener closes, and how often this is tried. */
const QUIET_MS = 10;
const QUIET_ROUNDS = 25;
/** As many as the kernel keeps waiting: libuv accepts one per turn. */
const MOST_TURNS = BACKLOG;
/** How long a connection without a request is kept after the listener has closed, because a request may be on its way. */
const LATE_MS = 100;
/**
 * How long a connection is still read after this side has ended it, so that the client gets no reset: a long round
 * trip.
 */
const LINGER_MS = 500;

export interface DrainTimes {
  /** How long everything is still accepted. With 0 the drain waits only for requests that have arrived. */
  readonly graceMs: number;
  /** The time from the start of the drain after which open connections are cut off. */
  readonly limitMs: number;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** Stops a server without cutting off a request. */
export class Drain {
  readonly #server: Server;
  readonly #connections: Connections;
  readonly #work = new Set<Promise<void>>();
  #closed: Promise<void> | null = null;

  constructor(server: Server, connections: Connections) {
    this.#server = server;
    this.#connections = connections;
  }

  /** Counts work as unfinished until it settles: work for a request continues if its client disconnects. */
  track(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }

  /** Repeatable: the times of the first call count. */
  start(times: DrainTimes): Promise<void> {
    this.#closed ??= this.#stop(times);
    return this.#closed;
  }

  async #stop({ graceMs, limitMs, clock }: DrainTimes): Promise<void> {
    const { promise: limit, resolve: endLimit } = Promise.withResolvers<void>();
    const deadline = setTimeout(() => void this.#cutOff().then(endLimit), limitMs);
    await this.#grace(graceMs, clock);
    const unbound = this.#unbind();
    this.#closeIdle();
    const waited = (ms: number) => Promise.race([unbound, limit, clock.sleep(ms)]);
    if (graceMs > 0) await waited(LATE_MS);
    await turn(); // the process reads what has arrived
    for (const connection of this.#connections.all()) connection.end();
    if (graceMs > 0 && this.#connections.all().length > 0) await waited(LINGER_MS);
    for (const { isIdle, socket } of this.#connections.all()) if (isIdle) socket.destroy();
    await unbound;
    this.#server.close(); // ends Node's check of its timeouts
    await Promise.race([Promise.all(this.#work), limit]);
    clearTimeout(deadline);
  }

  /**
   * Continues to serve for the grace. At its end requests wait, so that clients that wait for answers send no more requests.
   */
  async #grace(graceMs: number, clock: Pick<Clock, 'sleep'>): Promise<void> {
    const { stage } = this.#connections;
    stage.isStopping = true;
    for (const connection of this.#connections.all()) connection.announceEnd();
    if (graceMs > 0) await clock.sleep(graceMs);
    stage.isHeld = true;
    if (graceMs > 0) await this.#untilNoneComes(() => clock.sleep(QUIET_MS), QUIET_ROUNDS);
    await this.#untilNoneComes(() => turn(), MOST_TURNS);
  }

  /**
   * The kernel accepts a connection before the process does, and closing the listener resets those in between. So
   * the listener closes right after a turn in which the process found none; a connection in the next microseconds
   * is lost.
   */
  async #untilNoneComes(pause: () => Promise<unknown>, mostRounds: number): Promise<void> {
    let accepted = 0;
    const count = () => {
      accepted += 1;
    };
    this.#server.on('connection', count);
    for (let rounds = mostRounds; rounds > 0; rounds -= 1) {
      accepted = 0;
      await pause();
      await turn(); // the process reads its sockets between two turns
      if (accepted === 0) break;
    }
    this.#server.off('connection', count);
  }

  /**
   * Closes only the listener: the `close` of an HTTP server would close idle connections at the same time. Resolves
   * when the last connection is closed.
   */
  #unbind(): Promise<void> {
    return new Promise((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()));
  }

  #closeIdle(): void {
    this.#connections.stage.isHeld = false;
    for (const connection of this.#connections.all()) connection.next();
  }

  /** Requests whose answer has not begun get 503; all other connections end. */
  async #cutOff(): Promise<void> {
    for (const { current } of this.#connections.all()) if (current !== null) unavailable(current);
    await turn(); // they are being sent
    this.#server.closeAllConnections();
  }
}

function unavailable(response: ServerResponse): void {
  if (response.headersSent || !response.req.complete) return;
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(503, { ...bareHeaders(), 'Retry-After': '1' }).end();
}
