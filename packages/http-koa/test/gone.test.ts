import type { HashClient } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { freshEmail, newPerson, PASSWORD } from './suite/people.ts';
import { exchange, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';
import { withMethods } from './support/withMethods.ts';

const LOGIN = 'POST /api/users/login';

/** The clients of the server's hashes; the hashes wait until the test releases them. */
function heldHasher() {
  const clients: HashClient[] = [];
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const hold = async (client: HashClient = {}): Promise<void> => {
    clients.push(client);
    begun.resolve();
    await gate.promise;
  };
  return { clients, begun: begun.promise, open: () => gate.resolve(), hold };
}

describe('a client of a login', () => {
  const start = useServer();

  async function opened() {
    const held = heldHasher();
    const server = await start({
      http: { trustedProxies: ['127.0.0.1'] },
      instead: ({ hasher }) => ({
        hasher: withMethods(hasher, {
          verify: async (password, hash, client) => {
            await held.hold(client);
            return hasher.verify(password, hash, client);
          },
        }),
      }),
    });
    return { ...server, held };
  }

  it('aborts the signal of the hasher when its connection closes before the answer', async () => {
    const { held, listening } = await opened();
    const url = `http://127.0.0.1:${listening.address.port}/api/users/login`;
    const abort = new AbortController();
    const body = JSON.stringify({ email: freshEmail(), password: PASSWORD });
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7' };
    const login = fetch(url, { method: 'POST', headers, body, signal: abort.signal });
    const failed = expect(login).rejects.toThrow('aborted');
    await held.begun;
    const [client] = held.clients;
    expect([client?.address, client?.signal?.aborted]).toEqual(['203.0.113.7', false]);
    const aborted = new Promise((resolve) => client?.signal?.addEventListener('abort', resolve));
    abort.abort();
    await Promise.all([failed, aborted]);
    held.open();
  });

  it('aborts it when it ends its side of the connection, and gets no answer that is not ready at that time', async () => {
    const { held, listening } = await opened();
    const body = JSON.stringify({ email: freshEmail(), password: PASSWORD });
    const head = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const reply = exchange(listening.address.port, request(LOGIN, head, body), { thenEnd: true });
    await held.begun;
    const signal = held.clients[0]?.signal ?? expect.fail();
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    held.open();
    expect((await reply).statuses).toEqual([]);
  });

  it('does not abort it when it closes its connection after the answer', async () => {
    const { api, held } = await opened();
    held.open();
    const { email } = await newPerson(api);
    const headers = { Connection: 'close' };
    expect((await api.call(LOGIN, { json: { email, password: PASSWORD }, headers })).status).toBe(200);
    expect(held.clients.map(({ signal }) => signal?.aborted)).toEqual([false, false]);
  });
});
