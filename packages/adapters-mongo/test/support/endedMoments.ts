import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Wire } from './proxy.ts';

/** The driver's sockets on a wire, and the moments when one of them has ended and is not closed yet. */
export interface EndedMoments {
  /** Ends connections that have carried a command. Resolves when a socket of the driver is destroyed, before its `close` event. */
  next(): Promise<void>;
  /** Resolves when no socket of the driver is open. */
  allClosed(): Promise<void>;
}

/** From here on, to the end of the test. */
export function endedMoments(wire: Wire): EndedMoments {
  const sockets = new Set<Socket>();
  const take = (message: unknown) => {
    const { socket } = message as { socket: Socket }; // as Node documents this channel
    socket.once('connect', () => {
      if (socket.remotePort === wire.port) sockets.add(socket);
    });
    socket.once('close', () => sockets.delete(socket));
  };
  subscribe('net.client.socket', take);
  onTestFinished(() => void unsubscribe('net.client.socket', take));
  const until = async (holds: () => boolean) => {
    while (!holds()) await turn();
  };
  return {
    async next() {
      if (wire.endConnections() === 0) throw new Error('no connection has carried a command');
      await until(() => [...sockets].some(({ destroyed }) => destroyed));
    },
    allClosed: () => until(() => sockets.size === 0),
  };
}
