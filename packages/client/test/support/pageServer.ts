import { browserClient } from '../../../../scripts/browserClient.ts';
import { type HttpServer, serving } from '../../../../test/support/httpServer.ts';

/** An origin with an empty page, and `@algotheque/client/browser` as `/client.js`. */
export async function pageServer(): Promise<HttpServer> {
  const code = await browserClient();
  return serving(({ url }, response) => {
    const isClient = url === '/client.js';
    response.setHeader('Content-Type', isClient ? 'text/javascript' : 'text/html');
    response.end(isClient ? code : '<!doctype html><title>A page</title>');
  });
}
