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

/** Sends requests on one connection, each when the answer to the one before is complete. The last one ends the connection. */
export async function oneByOne(port: number, requests: readonly string[]): Promise<readonly number[]> {
  const socket = await halfSent(port, '');
  const ended = closed(socket);
  const statuses: number[] = [];
  for (const text of requests) {
    const answer = wholeAnswer(socket, text.startsWith('HEAD '));
    socket.write(text, 'latin1');
    statuses.push(...replyOf(await answer).statuses);
  }
  await ended;
  return statuses;
}

/** The bytes of one answer that states its length, or what has come when the connection ends. */
function wholeAnswer(socket: Socket, isHead: boolean): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  const onData = (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    const length = isHead ? 0 : Number(/\r\nContent-Length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (end !== -1 && text.length >= end + 4 + length) onEnd();
  };
  const onEnd = () => {
    socket.off('data', onData).off('close', onEnd);
    resolve(text);
  };
  socket.on('data', onData).once('close', onEnd);
  return promise;
}
