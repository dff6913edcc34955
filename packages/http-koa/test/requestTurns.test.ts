import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { backlog } from './support/backlog.ts';
import { closed, halfSent } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

const KIB = 1_024;
const PROBE = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const MOST_IN_A_TURN = 8;

/** The largest number of equal turns in `seen`. */
const mostInOneTurn = (seen: readonly number[]): number =>
  Math.max(...[...Map.groupBy(seen, (number) => number).values()].map((those) => those.length));

/** Counts the turns of the event loop from now on. */
function turnCount() {
  const count = { now: 0, isOver: false };
  void (async () => {
    for (; !count.isOver; count.now += 1) await turn();
  })();
  return count;
}

describe('a server', () => {
  const start = useServer();
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).map((socket) => socket.destroy()));

  /** A server that records the turn of the event loop in which it begins to answer each `/readyz`. */
  async function counted() {
    const turns = turnCount();
    const begunIn: number[] = [];
    const server = await start({
      instead: ({ mailer }) => ({
        mailer: {
          health: async () => {
            begunIn.push(turns.now);
          },
          send: (...mail) => mailer.send(...mail),
          sendDecoy: (kind) => mailer.sendDecoy(kind),
        },
      }),
    });
    return { ...server, port: server.listening.address.port, begunIn, turns };
  }

  /** An open connection that has had one answer. */
  async function kept(port: number): Promise<Socket> {
    const socket = await halfSent(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    sockets.push(socket);
    await once(socket, 'data');
    return socket;
  }

  it('starts few of the requests that arrive at once in one turn', async () => {
    const { port, begunIn, turns } = await counted();
    const many = await Promise.all(Array.from({ length: 200 }, () => kept(port)));
    const all = many.map((socket) => once(socket, 'data'));
    for (const socket of many) socket.write(PROBE);
    await Promise.all(all);
    turns.isOver = true;
    expect(begunIn).toHaveLength(200);
    expect(mostInOneTurn(begunIn)).toBeLessThanOrEqual(MOST_IN_A_TURN);
  });

  it('starts no request of a client that disconnected while it waited', async () => {
    const { port, begunIn, turns } = await counted();
    const many = await Promise.all(Array.from({ length: 200 }, () => kept(port)));
    const allClosed = many.map(closed);
    for (const socket of many) socket.write(PROBE);
    while (begunIn.length === 0) await turn(); // the server has read all of them
    for (const socket of many) socket.resetAndDestroy();
    await Promise.all(allClosed);
    for (const end = turns.now + many.length; turns.now < end; ) await turn();
    turns.isOver = true;
    expect(begunIn.length).toBeLessThan(100);
  });

  it('has a larger backlog of connections than the default of Node', async () => {
    const { listening } = await start();
    const replies = await backlog(listening.address.port, 600, LAST);
    for (const text of await replies()) expect(text).toMatch(/^HTTP\/1.1 200 /);
  });

  it('reads the rest of refused bodies one chunk in each turn', async () => {
    const { listening } = await start();
    const accepted: Socket[] = [];
    listening.server.on('connection', (socket) => accepted.push(socket));
    const length = 1_024 * KIB;
    const head = `POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    for (let number = 0; number < 20; number += 1) sockets.push(await halfSent(listening.address.port, head));
    const answers = await Promise.all(sockets.map((socket) => once(socket, 'data')));
    for (const [text] of answers) expect(String(text)).toMatch(/^HTTP\/1.1 413 /);
    const read = () => accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    for (const socket of sockets) socket.write(Buffer.alloc(length, 32));
    let most = 0;
    for (let before = read(); before < sockets.length * (head.length + length); ) {
      await turn();
      const now = read();
      most = Math.max(most, now - before);
      before = now;
    }
    // Until its first chunk has come, each body has a read of its own.
    expect(most).toBeLessThanOrEqual(21 * 64 * KIB);
  });

  it('keeps few chunks of bodies that wait for their turn', async () => {
    const { port, listening } = await counted();
    const bodies: IncomingMessage[] = [];
    listening.server.on('request', (request) => {
      if (request.method === 'POST') bodies.push(request);
    });
    const many = await Promise.all(Array.from({ length: 20 }, () => kept(port)));
    const allClosed = many.map(closed);
    const head =
      'POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    for (const socket of many) socket.write(head + '1\r\n \r\n'.repeat(10_000));
    let most = 0;
    while (many.some(({ closed: isClosed }) => !isClosed)) {
      most = Math.max(most, ...bodies.map(({ readableLength }) => readableLength));
      await turn();
    }
    await Promise.all(allClosed);
    expect(bodies).toHaveLength(20);
    expect(most).toBeLessThan(2_000);
  });
});
