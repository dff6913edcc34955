import type { IncomingMessage } from 'node:http';
import { ChunkCount } from './chunkCount.ts';

/**
 * Reads on what a client still sends of a body that has its answer, so that a client which sends all before it reads comes
 * to the answer. A body in too many small chunks ends the connection.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  const chunks = new ChunkCount();
  request.on('data', (chunk: Buffer) => {
    if (chunks.isTooMany(chunk.length)) request.destroy();
  });
}
