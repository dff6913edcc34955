import type { Server } from 'node:http';

/** How often, at most, it is told that connections were dropped. */
const TOLD_EVERY_MS = 60_000;

export interface ConnectionCap {
  readonly maxConnections: number;
  /** Told of the first connection that is dropped, and then once a minute of how many more have been. */
  readonly onDropped: (count: number) => void;
}

/** Lets a server have so many connections; what comes beyond is closed without an answer, and counted. */
export function capConnections(server: Server, { maxConnections, onDropped }: ConnectionCap): void {
  server.maxConnections = maxConnections;
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  const tell = (): void => {
    timer = null;
    if (dropped === 0) return;
    onDropped(dropped);
    dropped = 0;
    timer = setTimeout(tell, TOLD_EVERY_MS).unref();
  };
  server.on('drop', () => {
    dropped += 1;
    if (timer === null) tell();
  });
}
