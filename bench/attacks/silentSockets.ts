import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A connection that has sent this and reads nothing. It is no error here if the server closes it. */
export function silentSocket(port: number, text: string | Buffer, from = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
  socket.on('error', () => {});
  socket.pause();
  socket.write(text);
  return socket;
}

/** Keeps the connections open for that time, and ends them; resolves to a text about how many the server had ended before. */
export async function held(sockets: readonly Socket[], holdMs: number): Promise<string> {
  await setTimeout(holdMs);
  // A connection notices that it was ended only when it reads.
  for (const socket of sockets) socket.resume();
  await setTimeout(500);
  const ended = sockets.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length;
  const open = sockets.filter(({ destroyed }) => !destroyed);
  await Promise.all(open.map((socket) => once(socket.destroy(), 'close')));
  return `${ended} of ${sockets.length} connections ended by the server`;
}
