import type { IncomingMessage } from 'node:http';

const waiting = new Set<IncomingMessage>();

/** Whether nothing more of a body may be read in this turn. */
export const waitsForTurn = (request: IncomingMessage): boolean => waiting.has(request);

/**
 * Reads and discards the rest of a body that has its answer, so that a client that sends everything before it reads
 * gets the answer. In each turn of the event loop one chunk (up to 64 KiB) of one such body is read: otherwise the
 * loop would read two megabytes from each connection at once.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.on('data', () => {
    if (!request.complete) waitForTurn(request);
  });
  request.resume(); // the reader has paused a body that is too large
}
function waitForTurn(request: IncomingMessage): void {
  if (waiting.size === 0) setImmediate(readNext);
  waiting.add(request);
  request.socket.pause();
}

function readNext(): void {
  const [request] = waiting;
  if (request === undefined) return;
  waiting.delete(request);
  request._read(0); // read what came while it waited
  if (waiting.size > 0) setImmediate(readNext);
}
