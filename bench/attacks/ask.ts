import { request } from 'node:http';

export interface Question {
  readonly path: string;
  /** Default: GET, or POST with a body. */
  readonly method?: string;
  readonly body?: unknown;
  /** The body as text, sent unchanged in place of `body`. */
  readonly text?: string;
  readonly token?: string;
  /** The client address, one of 127.0.0.0/8. Default: 127.0.0.1. */
  readonly from?: string;
}

export interface Reply {
  /** 0 when the connection failed. */
  readonly status: number;
  readonly text: string;
}

/** One request on a connection of its own. Never rejects. */
export function ask(port: number, { path, body, token, from = '127.0.0.1', ...rest }: Question): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const text = rest.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const headers = {
    ...(text !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  const method = rest.method ?? (text === undefined ? 'GET' : 'POST');
  const sent = request(
    { host: '127.0.0.1', port, path, method, headers, localAddress: from, agent: false },
    (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => resolve({ status: 0, text: '' }));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    },
  );
  sent.on('error', () => resolve({ status: 0, text: '' }));
  sent.end(text);
  return promise;
}

/** The number of answers with each status, as text. */
export function tally(replies: readonly Reply[]): string {
  const counts = Map.groupBy(replies, ({ status }) => (status === 0 ? 'cut off' : `${status}`));
  return [...counts]
    .map(([status, all]) => `${all.length} × ${status}`)
    .sort()
    .join(', ');
}
