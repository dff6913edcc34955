import { once } from 'node:events';
import { expect, it } from 'vitest';
import { closed, exchange, halfSent, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

const start = useServer();

it('connections beyond the cap are closed unanswered, counted, and told of once in a while', async () => {
  const told: number[] = [];
  const { listening } = await start({ listen: { maxConnections: 3, onDropped: (count) => told.push(count) } });
  const { port } = listening.address;
  const open = [];
  for (let left = 3; left > 0; left -= 1) {
    const connected = once(listening.server, 'connection');
    open.push(await halfSent(port, ''));
    await connected;
  }
  for (let left = 5; left > 0; left -= 1) expect((await exchange(port, request('GET /healthz'))).statuses).toEqual([]);
  expect(told).toEqual([1]); // the others are told of a minute later
  for (const socket of open) socket.destroy();
  await Promise.all(open.map(closed));
  await expect.poll(async () => (await exchange(port, request('GET /healthz'))).statuses).toEqual([200]);
});

it('there are 2,000 connections at most by default', async () => {
  expect((await start()).listening.server.maxConnections).toBe(2_000);
});
