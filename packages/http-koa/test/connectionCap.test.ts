import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { BodyBudget } from '../src/transport/bodyBudget.ts';
import { freshEmail, PASSWORD } from './suite/people.ts';
import { CHUNK } from './support/heldBodies.ts';
import type { MemoryServerOptions } from './support/memoryServer.ts';
import { closed, exchange, halfSent, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

const KIB = 1_024;
const OTHER = { localAddress: '127.0.0.2' };
const LOGIN = 'POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const STALLED_BODY = `${LOGIN}Content-Length: 9\r\n\r\n{`;

const start = useServer();
const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).map((socket) => socket.destroy()));

/** A server for three connections, which counts the bytes of bodies and the dropped connections. */
async function capped(options: MemoryServerOptions = {}) {
  const reported: number[] = [];
  const bodies = new BodyBudget({ maxBytes: 64 * KIB * KIB, largestBytes: KIB * KIB });
  const listen = { maxConnections: 3, onDropped: (count: number) => reported.push(count) };
  const { listening } = await start({ listen, bodies, ...options });
  const { port } = listening.address;
  /** Opens a connection, sends this text on it, and resolves when the server has read it. */
  const opened = async (text: string): Promise<Socket> => {
    const connected = once(listening.server, 'connection');
    const socket = await halfSent(port, text);
    sockets.push(socket);
    const [accepted] = await connected;
    while (accepted.bytesRead < text.length) await turn();
    return socket;
  };
  const healthz = async (from = {}) => (await exchange(port, request('GET /healthz'), from)).statuses;
  return { reported, bodies, opened, healthz, listening, port };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits until the first of these connections is closed; how many of them the server has closed then. */
const closedOf = async (first: Socket, others: readonly Socket[]): Promise<number> => {
  await closed(first);
  return 1 + others.filter((socket) => socket.resume().closed).length;
};

/** A hasher that answers only when the test releases it; `begun` is the number of hashes that wait. */
function heldHasher() {
  const gate = Promise.withResolvers<void>();
  const state = { begun: 0 };
  const instead: MemoryServerOptions['instead'] = ({ hasher }) => ({
    hasher: {
      hash: (password, client) => hasher.hash(password, client),
      needsRehash: (hash) => hasher.needsRehash(hash),
      verify: async (password, hash, client) => {
        state.begun += 1;
        await gate.promise;
        return hasher.verify(password, hash, client);
      },
    },
  });
  return { state, instead, open: () => gate.resolve() };
}

const wholeLogin = (): string => {
  const body = JSON.stringify({ email: freshEmail(), password: PASSWORD });
  return `${LOGIN}Content-Length: ${body.length}\r\n\r\n${body}`;
};

describe('at the limit, one connection is closed', () => {
  it.each([
    ['idle', ''],
    ['in the middle of its head', 'GET /healthz HTTP/1.1\r\nHos'],
    ['in the middle of its body', STALLED_BODY],
    ['idle after its answer', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('that is %s', async (_, text) => {
    const { opened, healthz, reported } = await capped();
    const [first, ...others] = [await opened(text), await opened(text), await opened(text)];
    expect(await healthz(OTHER)).toEqual([200]);
    expect(await closedOf(first, others)).toBe(1);
    expect(reported).toEqual([1]);
  });

  it('that has made no progress for the longest time', async () => {
    const { opened, healthz } = await capped();
    const [first, second, third] = [await opened(''), await opened(''), await opened('')];
    const answered = once(first, 'data');
    first.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await answered;
    expect(await healthz(OTHER)).toEqual([200]);
    expect(await closedOf(second, [first, third])).toBe(1);
  });

  it('also when the new connection is from the same address', async () => {
    const { opened, healthz } = await capped();
    const [first, ...others] = [await opened(''), await opened(''), await opened('')];
    expect(await healthz()).toEqual([200]);
    expect(await closedOf(first, others)).toBe(1);
  });

  it('and the memory of its body is released', async () => {
    const { opened, healthz, bodies } = await capped();
    const [first] = [await opened(STALLED_BODY), await opened(STALLED_BODY), await opened(STALLED_BODY)];
    while (bodies.heldBytes !== 3 * (1 + CHUNK)) await turn();
    expect(await healthz(OTHER)).toEqual([200]);
    await closed(first);
    expect(bodies.heldBytes).toBe(2 * (1 + CHUNK));
  });

  it('but never one with a request that is being answered', async () => {
    const held = heldHasher();
    const { opened, healthz } = await capped({ instead: held.instead });
    const busy = [await opened(wholeLogin()), await opened(wholeLogin())];
    while (held.state.begun !== 2) await turn();
    const stalled = await opened(STALLED_BODY);
    expect(await healthz(OTHER)).toEqual([200]);
    expect(await closedOf(stalled, busy)).toBe(1);
    const answers = busy.map(async (socket) => String((await once(socket, 'data'))[0]));
    held.open();
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('at the limit, while all connections wait for answers', () => {
  it('new connections are closed without an answer, counted, and reported from time to time', async () => {
    const held = heldHasher();
    const { opened, healthz, reported } = await capped({ instead: held.instead });
    const busy = [await opened(wholeLogin()), await opened(wholeLogin()), await opened(wholeLogin())];
    while (held.state.begun !== 3) await turn();
    for (let left = 5; left > 0; left -= 1) expect(await healthz(OTHER)).toEqual([]);
    expect(reported).toEqual([1]); // the others are reported a minute later
    expect(busy.filter((socket) => socket.resume().closed)).toEqual([]);
    const answered = Promise.all(busy.map((socket) => once(socket, 'data')));
    held.open();
    await answered;
    expect(await healthz(OTHER)).toEqual([200]); // they are idle now
  });
});

it('the default limit is 2,000 connections and one new one', async () => {
  expect((await start()).listening.server.maxConnections).toBe(2_001);
});
