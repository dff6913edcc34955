import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire that forwards everything until `text` comes for the first time; it holds that back until it is released. */
export interface HoldingWire {
  readonly port: number;
  /** Resolves when it holds. */
  readonly isHolding: Promise<void>;
  release(): void;
  close(): Promise<void>;
}

export async function holdingWire(to: { readonly host: string; readonly port: number }, text: string) {
  const { promise: isHolding, resolve: hold } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  let hasHeld = false;
  const server = createServer((client) => {
    const upstream = connect(to);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}); // the test kills the process at one end
      socket.on('close', () => [client, upstream].map((end) => end.destroy()));
    }
    upstream.on('data', (chunk) => client.write(chunk));
    client.on('data', (chunk) => {
      if (hasHeld || !chunk.includes(text)) return upstream.write(chunk);
      hasHeld = true;
      client.pause();
      void isReleased.then(() => {
        upstream.write(chunk);
        client.resume();
      });
      return hold();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const wire: HoldingWire = {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    isHolding,
    release,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return wire;
}
