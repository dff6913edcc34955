import type { ServerResponse } from 'node:http';

/** Aborted when the connection of a request closes before all of its answer is sent; at once where it is closed already. */
export function goneSignal(response: ServerResponse): AbortSignal {
  if (response.closed || response.req.socket.destroyed) return AbortSignal.abort();
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
