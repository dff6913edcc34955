import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createAlgo, newPerson } from './suite/people.ts';
import type { MemoryServer } from './support/memoryServer.ts';
import { closed, exchange, halfSent, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

const KIB = 1_024;
const PROBE = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = request('GET /healthz');

describe('pipelined requests', () => {
  const start = useServer();

  /** A server whose `/readyz` waits for the gate; it records how many requests wait there at the same time. */
  async function withGate() {
    const gate = Promise.withResolvers<void>();
    const begun = { count: 0, first: Promise.withResolvers<void>() };
    const server = await start({
      instead: ({ mailer }) => ({
        mailer: {
          health: () => {
            begun.count += 1;
            begun.first.resolve();
            return gate.promise;
          },
          send: (...mail) => mailer.send(...mail),
          sendDecoy: (kind) => mailer.sendDecoy(kind),
        },
      }),
    });
    const delivered: IncomingMessage[] = []; // the requests that Node's parser has made
    server.listening.server.on('request', (message) => delivered.push(message));
    return { ...server, port: server.listening.address.port, begun, delivered, goOn: gate.resolve };
  }

  const linesOf = ({ log }: Pick<MemoryServer, 'log'>) => log.filter((line) => line.includes('"msg":"request"'));

  it('start one after the other, each when the one before has its answer', async () => {
    const server = await withGate();
    const replies = exchange(server.port, PROBE.repeat(20) + LAST);
    await server.begun.first.promise;
    expect([server.delivered.length, server.begun.count]).toEqual([21, 1]);
    server.goOn();
    expect((await replies).statuses).toEqual(Array(21).fill(200));
    expect(server.begun.count).toBe(20);
  });

  it('may be up to 32 behind the one that is answered', async () => {
    const server = await withGate();
    const replies = exchange(server.port, PROBE.repeat(32) + LAST);
    await server.begun.first.promise;
    server.goOn();
    expect((await replies).statuses).toEqual(Array(33).fill(200));
  });

  it('end the connection when there are more, and the rest of the chunk is not parsed', async () => {
    const server = await withGate();
    const connected = once(server.listening.server, 'connection');
    const replies = exchange(server.port, 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_300)); // 64 KiB
    const [socket] = (await connected) as [Socket];
    await once(socket, 'close');
    expect((await replies).statuses).toEqual([]);
    expect(server.delivered).toHaveLength(33);
    server.goOn();
    await server.listening.drain();
    expect(linesOf(server)).toHaveLength(1);
  });

  it('end the connection when the bodies of those that wait are too large together', async () => {
    const server = await withGate();
    const body = 'x'.repeat(60 * KIB);
    const put = `PUT /api/algos/1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const connected = once(server.listening.server, 'connection');
    const replies = exchange(server.port, PROBE + put.repeat(30));
    const [socket] = (await connected) as [Socket];
    await once(socket, 'close');
    expect((await replies).statuses).toEqual([]);
    expect(socket.bytesRead).toBeLessThan(400 * KIB);
    server.goOn();
  });

  it('are read only up to the buffers of kernel and process if one of them has a large body', async () => {
    const server = await withGate();
    const body = 'x'.repeat(1_000 * KIB);
    const put = `PUT /api/algos/1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const connected = once(server.listening.server, 'connection');
    const replies = exchange(server.port, PROBE + put + LAST);
    const [socket] = (await connected) as [Socket];
    await once(socket, 'pause'); // nobody reads the body
    expect(socket.bytesRead).toBeLessThan(400 * KIB);
    server.goOn();
    expect((await replies).statuses).toEqual([200, 401, 200]);
  });

  it('do not start after their client has disconnected', async () => {
    const server = await withGate();
    const client = await halfSent(server.port, PROBE.repeat(10));
    await server.begun.first.promise;
    const disconnected = Promise.withResolvers<void>();
    server.delivered[0]?.socket.once('close', () => disconnected.resolve());
    client.resetAndDestroy();
    await disconnected.promise;
    server.goOn();
    await server.listening.drain();
    expect([server.begun.count, linesOf(server).length]).toEqual([1, 1]);
  });

  it('do not start after an answer that ends the connection', async () => {
    const server = await withGate();
    server.goOn();
    const { statuses } = await exchange(server.port, request('GET /readyz') + PROBE.repeat(5));
    expect([statuses, server.begun.count]).toEqual([[200], 1]);
  });

  it('keep one answer at a time in memory for a client that does not read', async () => {
    const server = await start();
    const owner = await newPerson(server.api);
    await createAlgo(server.api, owner, { sourceCode: ['x'.repeat(512 * KIB - 4)] });
    const one = `GET /api/algos/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\n\r\n`;
    const held: number[] = [];
    server.listening.server.on('request', (_message, response) => {
      response.once('finish', () => held.push(response.req.socket.writableLength));
    });
    const connected = once(server.listening.server, 'connection');
    const client = await halfSent(server.listening.address.port, one.repeat(30)); // the client reads nothing
    const [socket] = (await connected) as [Socket];
    await server.api.call('GET /healthz');
    expect(socket.writableLength).toBeLessThan(520 * KIB);
    const answers = server.log.filter((line) => line.includes('"route":"/api/algos/:id"')).length;
    expect(answers).toBeLessThan(30);
    client.resume(); // now the client reads
    await expect.poll(() => held.length).toBe(31);
    client.destroy();
    await closed(client);
    expect(Math.max(...held)).toBeLessThan(520 * KIB);
  });

  it('get a 100 when it is their turn', async () => {
    const server = await withGate();
    const login =
      'POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';
    const replies = exchange(server.port, `${PROBE}${login}Expect: 100-continue\r\n\r\n{}${LAST}`);
    await server.begun.first.promise;
    server.goOn();
    expect((await replies).statuses).toEqual([200, 100, 400, 200]);
  });

  it('are answered when invalid bytes come behind them', async () => {
    const server = await withGate();
    const replies = exchange(server.port, `${PROBE.repeat(3)}no request\r\n\r\n${PROBE}`);
    await server.begun.first.promise;
    server.goOn();
    expect((await replies).statuses).toEqual([200, 200, 200, 400]);
  });

  it('are answered when the last of them is incomplete', async () => {
    const server = await withGate();
    const chunked = 'POST /api/users/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    const replies = exchange(server.port, PROBE + chunked);
    await server.begun.first.promise;
    server.goOn();
    expect((await replies).statuses).toEqual([200, 400]);
  });
});
