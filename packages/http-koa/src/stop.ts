import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '@algotheque/domain';
import type { Connections } from './connections.ts';

/**
 * Connections that wait to be accepted: more than are open, because a client that finds the queue full tries again after a second (RFC
 * 6298, 2.1). Linux limits it to `net.core.somaxconn`.
 */
export const BACKLOG = 4_096;

/** How long no connection may come before the listener closes, and how often this is tried; then a turn each time. */
const QUIET_MS = 10;
const QUIET_ROUNDS = 25;
/** A request may be on its way on a new connection after the listener has closed. */
const LATE_MS = 100;

export interface StopTimes {
  /** How long everything is still accepted. With 0 the stop waits only for requests that have arrived. */
  readonly graceMs: number;
  /** The time from the beginning after which open connections are cut off. */
  readonly limitMs: number;
  readonly clock: Pick<Clock, 'sleep'>;
}

export async function stop(
  server: Server,
  connections: Connections,
  { graceMs, limitMs, clock }: StopTimes,
): Promise<void> {
  const { promise: limit, resolve: endLimit } = Promise.withResolvers<void>();
  const deadline = setTimeout(async () => {
    connections.refuseWaiting();
    await turn(); // these answers are being sent
    server.closeAllConnections();
    endLimit();
  }, limitMs);
  connections.announceEnd();
  if (graceMs > 0) await clock.sleep(graceMs);
  const begin = connections.hold();
  await untilNoneComes(server, (round) => (graceMs > 0 && round < QUIET_ROUNDS ? clock.sleep(QUIET_MS) : turn()));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  begin();
  if (graceMs > 0) await Promise.race([closed, limit, clock.sleep(LATE_MS)]);
  await turn(); // the process reads what has arrived
  connections.endIdle();
  await closed;
  await Promise.race([connections.settled(), limit]);
  clearTimeout(deadline);
}

/**
 * The kernel accepts connections before the process does, and closing the listener resets them: so it closes right after a turn in which
 * the process found none. One is accepted in a turn.
 */
async function untilNoneComes(server: Server, pause: (round: number) => Promise<unknown>): Promise<void> {
  let isQuiet = false;
  const onConnection = () => {
    isQuiet = false;
  };
  server.on('connection', onConnection);
  for (let round = 0; !isQuiet && round < BACKLOG; round += 1) {
    isQuiet = true;
    await pause(round);
    await turn(); // the process reads its sockets between two turns
  }
  server.off('connection', onConnection);
}
