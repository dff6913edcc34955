import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserClient } from '../../../../scripts/browserClient.ts';

export interface PageServer {
  /** An origin, without a slash at the end. */
  readonly url: string;
  close(): void;
}

/** An origin with an empty page, and `@algotheque/client/browser` as `/client.js`. */
export async function pageServer(): Promise<PageServer> {
  const code = await browserClient();
  const server = createServer(({ url }, response) => {
    const isClient = url === '/client.js';
    response.setHeader('Content-Type', isClient ? 'text/javascript' : 'text/html');
    response.end(isClient ? code : '<!doctype html><title>A page</title>');
  }).listen(0);
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // that of a TCP server
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
