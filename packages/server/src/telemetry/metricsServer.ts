import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { OnProblem } from '@algotheque/domain';
import type { Metrics } from './openMetrics.ts';
import { sharedRun } from './whenScraped.ts';

const PATH = '/metrics';

/** Scrapers are few, and use a connection for one request. */
const MOST_CONNECTIONS = 16;

const PATIENCE_MS = 5_000;

interface Place {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** How long a client may take for its request, and then for each part of the answer that it reads. Default: 5 s. */
  readonly limitMs?: number;
}

/** Serves `GET /metrics`, and nothing else. Its `close` ends at once, with all connections. */
export async function listenForScrapers(
  metrics: Pick<Metrics, 'text'>,
  { host, port, limitMs = PATIENCE_MS }: Place,
  onProblem: OnProblem,
) {
  const text = sharedRun(() => metrics.text());
  const server = createServer(
    { headersTimeout: limitMs, requestTimeout: limitMs, connectionsCheckingInterval: limitMs / 5 },
    (request, response) => {
      answer(request, response, text).catch((problem: unknown) => {
        onProblem(problem, 'metrics');
        end(response, 500);
      });
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.maxRequestsPerSocket = 1; // no client keeps a connection, or has many requests under way on one
  server.timeout = limitMs;
  await once(server.listen({ host, port }), 'listening'); // rejects on an error
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The metrics are not on a TCP port');
  const close = (): Promise<void> =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { address, close };
}

async function answer(request: IncomingMessage, response: ServerResponse, text: Metrics['text']): Promise<void> {
  request.resume(); // a body has no meaning here, and is bounded by the time of a request
  if (request.url?.replace(/\?.*$/s, '') !== PATH) end(response, 404);
  else if (request.method !== 'GET') end(response, 405, { Allow: 'GET' });
  else end(response, 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }, await text());
}

function end(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}
