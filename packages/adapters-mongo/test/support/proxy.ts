import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A wire between driver and server that a test can cut, or make lose an answer. */
export interface Wire {
  readonly port: number;
  /** From this call on no connection gets through. */
  cut(): Promise<void>;
  /** The next command of this name (`insert`) reaches the server; its answer is lost, and the connection with it. */
  loseAnswerTo(command: string): void;
  /** How many answers were lost. */
  readonly lost: () => number;
  /** Resolves when the drivers have sent so many further messages, or parts of them. */
  carries(messages: number): Promise<void>;
  /** Ends its side of each connection that has carried a command, without a reset. Returns their number. */
  endConnections(): number;
}

/** After that the drivers have seen that their sockets have ended: a command that begins before would wait for its deadline (`Clients`). */
const SEEN_MS = 20;

/** Commands that open or monitor a connection: greetings and the steps of a login. */
const GREETINGS = ['hello', 'ismaster', 'isMaster', 'saslStart', 'saslContinue'].map((name) => Buffer.from(name));

export async function openProxy(host: string, port: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  const inUse = new Set<Socket>();
  let losing: Buffer | null = null;
  let lost = 0;
  let carried = 0;
  let awaited: { readonly carried: number; readonly resolve: () => void } | null = null;
  const server = createServer((client) => {
    const upstream = connect(port, host);
    let isLosing = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}); // a wire that is cut is what tests want
      socket.on('close', () => {
        sockets.delete(socket);
        inUse.delete(client);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (losing !== null && chunk.includes(losing)) {
        losing = null;
        isLosing = true;
      }
      if (!GREETINGS.some((greeting) => chunk.includes(greeting))) inUse.add(client);
      upstream.write(chunk);
      carried += 1;
      if (awaited !== null && carried >= awaited.carried) awaited.resolve();
    });
    upstream.on('data', (chunk) => {
      if (!isLosing) return client.write(chunk);
      lost += 1;
      return client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    async cut() {
      const closed = once(server, 'close');
      server.close();
      const isInUse = sockets.size > 0;
      for (const socket of sockets) socket.destroy();
      if (server.listening) await closed;
      if (isInUse) await setTimeout(SEEN_MS);
    },
    loseAnswerTo(command) {
      losing = Buffer.from(`\u0002${command}\u0000`); // the command's name is the first element of its document, a string
    },
    lost: () => lost,
    carries(messages) {
      const { promise, resolve } = Promise.withResolvers<void>();
      awaited = { carried: carried + messages, resolve };
      return promise;
    },
    endConnections() {
      const ending = [...inUse];
      inUse.clear();
      for (const socket of ending) socket.end();
      return ending.length;
    },
  };
}
