import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressesOf, connectTo } from '../src/mailHost.ts';

const never = () => new Promise<string[]>(() => {});
const failing = async (): Promise<string[]> => {
  throw new Error('queryAaaa ENOTFOUND');
};
const NOWHERE = 'mail.invalid';

describe('the addresses of a mail server', () => {
  it.each([
    ['silent about AAAA', { resolve4: async () => ['127.0.0.1'], resolve6: never }, ['127.0.0.1']],
    ['silent about A', { resolve4: never, resolve6: async () => ['::1'] }, ['::1']],
    ['that has no AAAA', { resolve4: async () => ['127.0.0.1'], resolve6: failing }, ['127.0.0.1']],
    ['that has both', { resolve4: async () => ['127.0.0.1'], resolve6: async () => ['::1'] }, ['127.0.0.1', '::1']],
  ])('come from a resolver %s', async (_, resolver, addresses) => {
    expect([...(await addressesOf(NOWHERE, resolver))].sort()).toEqual(addresses);
  });

  it('of this machine come from the system alone', async () => {
    expect(await addressesOf('localhost', { resolve4: never, resolve6: never })).toContain('127.0.0.1');
  });

  it('are all tried, and the error of the system says that there is none', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number }; // it listens on a port
    const at = { host: NOWHERE, port };
    const socket = await connectTo(at, { timeoutMs: 5_000, find: async () => ['::1', '127.0.0.1'] });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
    const resolver = { resolve4: failing, resolve6: failing };
    const none = connectTo(at, { timeoutMs: 5_000, find: () => addressesOf(NOWHERE, resolver) });
    await expect(none).rejects.toThrow(/getaddrinfo/);
  });
});
