import { connect, type Socket } from 'node:net';

/** Sends bytes as they are, what fetch would not, and resolves to all that comes back until the connection ends. */
export function exchange(port: number, text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', reject);
  socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  return promise;
}

/** A connection that has sent this much and keeps still. */
export async function halfSent(port: number, text: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve()));
  socket.once('error', reject);
  await promise;
  return socket.off('error', reject).on('error', () => {}); // being cut off is what some tests wait for
}

/** Resolves when the connection is closed, by whichever side. */
export const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) resolve();
    socket.resume().once('close', () => resolve());
  });

/** A whole request, after which the connection closes. */
export const request = (head: readonly string[], body = ''): string =>
  [...head, 'Host: localhost', 'Connection: close', '', body].join('\r\n');
