import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listenForScrapers } from '../../src/telemetry/metricsServer.ts';

const MOST_CONNECTIONS = 16;

async function listening(text: () => Promise<string>, limitMs?: number) {
  const problems: unknown[] = [];
  const place = { host: '127.0.0.1', port: 0, ...(limitMs !== undefined && { limitMs }) };
  const server = await listenForScrapers({ text }, place, (problem) => problems.push(problem));
  onTestFinished(() => server.close());
  return { ...server, problems, url: `http://127.0.0.1:${server.address.port}/metrics` };
}

async function opened(port: number, sent = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {}); // it may be reset
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

it('a text that cannot be made is one 500, and is reported', async () => {
  const fault = new Error('a fault');
  const { url, problems } = await listening(() => Promise.reject(fault));
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([500, '']);
  expect(problems).toEqual([fault]);
});

it('a connection has one request, and scrapes at the same time make one text', async () => {
  const gate = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  let made = 0;
  const { address, url } = await listening(() => {
    made += 1;
    begun.resolve();
    return gate.promise;
  });
  const socket = await opened(address.port, 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
  await begun.promise;
  const other = fetch(url);
  expect((await fetch(`${url}/x`)).status, 'the one before has come, too').toBe(404);
  gate.resolve('text');
  let text = '';
  socket.setEncoding('utf8').on('data', (data: string) => {
    text += data;
  });
  await once(socket, 'close');
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
  expect(text).toContain('Connection: close');
  expect(await (await other).text()).toBe('text');
  expect(made).toBe(1);
});

it('one connection more than the bound is closed, and one that ends makes room', async () => {
  const { url, address } = await listening(async () => 'text');
  const first = await opened(address.port);
  for (let count = 1; count < MOST_CONNECTIONS; count += 1) await opened(address.port);
  await once(await opened(address.port), 'close');
  first.destroy();
  await once(first, 'close');
  let answer: Response | null = null;
  while (answer === null) answer = await fetch(url).catch(() => null); // the server may notice the end later
  expect(await answer.text()).toBe('text');
});

it.each(['', 'GET /metrics HTTP/1.1\r\nHost: x\r\nX-Slow: '])(
  'a client that does not finish its request is closed: %j',
  async (sent) => {
    const { address } = await listening(async () => 'text', 50);
    const socket = await opened(address.port, sent);
    await once(socket.resume(), 'close');
    expect(socket.bytesRead).toBeLessThan(200); // at most a bare 408
  },
);

it('ends with its connections', async () => {
  const server = await listening(async () => 'text');
  const idle = await opened(server.address.port);
  const [closed] = await Promise.all([once(idle, 'close'), server.close()]);
  expect(closed).toBeDefined();
});
