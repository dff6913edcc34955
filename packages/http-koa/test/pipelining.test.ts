import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createAlgo, newPerson } from './suite/people.ts';
import type { MemoryServer } from './support/memoryServer.ts';
import { closed, exchange, halfSent, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';
import { withMethods } from './support/withMethods.ts';

const KIB = 1_024;
const PROBE = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n';

describe('pipelined requests', () => {
  const start = useServer();

  /** A server whose `/readyz` waits for the gate; it records how many requests wait there at the same time. */
  async function withGate() {
    const gate = Promise.withResolvers<void>();
    const begun = { count: 0, first: Promise.withResolvers<void>() };
    const server = await start({
      instead: ({ mailer }) => ({
        mailer: withMethods(mailer, {
          health: () => {
            begun.count += 1;
            begun.first.resolve();
            return gate.promise;
          },
        }),
      }),
    });
    const delivered: IncomingMessage[] = []; // the requests that Node's parser has made
    server.listening.server.on('request', (message) => delivered.push(message));
    return { ...server, port: server.listening.address.port, begun, delivered, goOn: gate.resolve };
  }

  const linesOf = ({ log }: Pick<MemoryServer, 'log'>) => log.filter((line) => line.includes('"msg":"request"'));

  it('end the connection after the answer to the first, and are not answered', async () => {
    const server = await withGate();
    const replies = exchange(server.port, PROBE.repeat(2));
    await server.begun.first.promise;
    expect([server.delivered.length, server.begun.count]).toEqual([2, 1]);
    server.goOn();
    const { statuses, text } = await replies;
    expect([statuses, server.begun.count]).toEqual([[200], 1]);
    expect(text).toContain('\r\nConnection: close\r\n');
  });

  it('end it also if the answer has begun before', async () => {
    const server = await start();
    const owner = await newPerson(server.api);
    await createAlgo(server.api, owner, { sourceCode: ['x'.repeat(512 * KIB - 4)] });
    const one = `GET /api/algos/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\n\r\n`;
    const client = await halfSent(server.listening.address.port, one);
    client.pause();
    await expect.poll(() => linesOf(server).length).toBeGreaterThan(2);
    client.write(PROBE);
    await once(server.listening.server, 'request');
    const chunks: Buffer[] = [];
    client.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
    await closed(client);
    const text = Buffer.concat(chunks).toString();
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(1);
    expect(text.endsWith('"]}}')).toBe(true);
  });

  it('end the connection at once when a third comes, and the rest of the chunk is not parsed', async () => {
    const server = await withGate();
    const connected = once(server.listening.server, 'connection');
    const replies = exchange(server.port, 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_300)); // 64 KiB
    const [socket] = (await connected) as [Socket];
    await once(socket, 'close');
    expect((await replies).statuses).toEqual([]);
    expect(server.delivered).toHaveLength(2);
    server.goOn();
    await server.listening.drain();
    expect(linesOf(server).length).toBeLessThanOrEqual(1);
  });

  it('are read only up to the buffers of kernel and process', async () => {
    const server = await withGate();
    const body = 'x'.repeat(1_000 * KIB);
    const put = `PUT /api/algos/1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const connected = once(server.listening.server, 'connection');
    const replies = exchange(server.port, PROBE + put);
    const [socket] = (await connected) as [Socket];
    await once(socket, 'pause'); // nobody reads the body
    expect(socket.bytesRead).toBeLessThan(400 * KIB);
    server.goOn();
    expect((await replies).statuses).toEqual([200]);
  });

  it('do not start after an answer that ends the connection', async () => {
    const server = await withGate();
    server.goOn();
    const { statuses } = await exchange(server.port, request('GET /readyz') + PROBE.repeat(5));
    expect([statuses, server.begun.count]).toEqual([[200], 1]);
  });

  it('end the connection after the answer to the first also if they are invalid bytes', async () => {
    const server = await withGate();
    const replies = exchange(server.port, `${PROBE}no request\r\n\r\n${PROBE}`);
    await server.begun.first.promise;
    server.goOn();
    const { statuses, text } = await replies;
    expect([statuses, text.includes('\r\nConnection: close\r\n')]).toEqual([[200], true]);
  });
});
