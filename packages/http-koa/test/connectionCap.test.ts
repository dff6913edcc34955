import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { backlog } from './support/backlog.ts';
import type { MemoryServerOptions } from './support/memoryServer.ts';
import { closed, exchange, halfSent, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

const start = useServer();
const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).map((socket) => socket.destroy()));

/** A server for three connections, which counts the dropped ones. */
async function capped(options: MemoryServerOptions['listen'] = {}) {
  const reported: number[] = [];
  const listen = { maxConnections: 3, onDropped: (count: number) => reported.push(count), ...options };
  const { listening } = await start({ listen });
  const { port } = listening.address;
  /** Opens a connection, sends this text on it, and resolves when the server has accepted it. */
  const opened = async (text: string): Promise<Socket> => {
    const connected = once(listening.server, 'connection');
    const socket = await halfSent(port, text);
    sockets.push(socket);
    await connected;
    return socket;
  };
  const healthz = async () => (await exchange(port, request('GET /healthz'))).statuses;
  return { reported, opened, healthz };
}

describe('at the limit of connections', () => {
  it('a new one is closed without an answer, counted, and reported from time to time', async () => {
    const { opened, healthz, reported } = await capped();
    const open = [
      await opened(''),
      await opened('GET /heal'),
      await opened('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'),
    ];
    for (let left = 5; left > 0; left -= 1) expect(await healthz()).toEqual([]);
    expect(reported).toEqual([1]); // the others are reported a minute later
    expect(open.filter((socket) => socket.resume().closed)).toEqual([]);
  });

  it('one that ends makes room', async () => {
    const { opened, healthz } = await capped();
    const open = [await opened(''), await opened(''), await opened('')];
    open[0]?.destroy();
    await expect.poll(healthz).toEqual([200]);
  });

  it('those without a whole request end in time, and make room', async () => {
    const { opened, healthz } = await capped({ headersTimeoutMs: 100, requestTimeoutMs: 100 });
    const body =
      'POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    const open = [await opened(''), await opened('GET /heal'), await opened(body)];
    await Promise.all(open.map(closed));
    expect(await healthz()).toEqual([200]);
  });

  it('those that are idle after their answer end in time, and make room', async () => {
    const { opened, healthz } = await capped({ keepAliveTimeoutMs: 100 });
    const alive = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const open = [await opened(alive), await opened(alive), await opened(alive)];
    await Promise.all(open.map(closed));
    expect(await healthz()).toEqual([200]);
  });
});

it('the default limit is 2,000 connections', async () => {
  expect((await start()).listening.server.maxConnections).toBe(2_000);
});

it('the backlog of connections is larger than the default of Node', async () => {
  const { listening } = await start();
  const replies = await backlog(
    listening.address.port,
    600,
    'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  );
  for (const text of await replies()) expect(text).toMatch(/^HTTP\/1.1 200 /);
});
