import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpServer {
  /** An origin, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Cuts off its connections. */
  close(): Promise<void>;
}

/** A server on a free port of 127.0.0.1 that answers as the test says. */
export async function serving(answer: RequestListener): Promise<HttpServer> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server on a TCP port has this kind of address
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      const closed = once(server, 'close');
      server.close().closeAllConnections();
      await closed;
    },
  };
}

/** A server whose address is known before what it serves; until then it answers with 503. */
export async function freeServer(): Promise<HttpServer & { serve(next: RequestListener): void }> {
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = await serving((request, response) => answer(request, response));
  return {
    ...server,
    serve(next) {
      answer = next;
    },
  };
}
