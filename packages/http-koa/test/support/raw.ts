import { connect, type Socket } from 'node:net';

/** The bytes that came on a connection until it ended. */
export interface RawReply {
  readonly text: string;
  /** The status of each answer, in order. */
  readonly statuses: readonly number[];
}

export interface ExchangeOptions {
  /** Whether the client ends its side after it has sent its bytes. Default: no. */
  readonly thenEnd?: boolean;
  /** The client's address. Default: 127.0.0.1. */
  readonly localAddress?: string;
}

/** Sends bytes that `fetch` would not send. Resolves when either side has closed the connection. */
export function exchange(port: number, text: string, options: ExchangeOptions = {}): Promise<RawReply> {
  const { thenEnd = false, localAddress = '127.0.0.1' } = options;
  const { promise, resolve } = Promise.withResolvers<RawReply>();
  const chunks: Buffer[] = [];
  const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
    socket.write(text, 'latin1');
    if (thenEnd) socket.end();
  });
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {}); // a reset closes the connection too
  socket.on('close', () => resolve(replyOf(Buffer.concat(chunks).toString())));
  return promise;
}

const replyOf = (text: string): RawReply => ({
  text,
  statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
});

/** A connection that has sent this text and then sends nothing. */
export async function halfSent(port: number, text: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(text, () => resolve()));
  socket.once('error', reject);
  await promise;
  return socket.off('error', reject).on('error', () => {}); // some tests wait until the connection is cut off
}

/** Resolves when either side has closed the connection. */
export const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) resolve();
    socket.resume().once('close', () => resolve());
  });

/** A complete request that ends the connection. */
export const request = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n');
