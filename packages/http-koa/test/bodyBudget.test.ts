import { EventEmitter, once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { BodyBudget } from '../src/index.ts';
import { readBytes } from '../src/transport/readBytes.ts';
import { createAlgo, freshEmail, newPerson, PASSWORD, type Person, SOURCE } from './suite/people.ts';
import type { MemoryServerOptions } from './support/memoryServer.ts';
import { closed, exchange, halfSent, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

const KIB = 1_024;
const MIB = KIB * KIB;
const JSON_TYPE = 'Content-Type: application/json';
const bearer = ({ token }: Person) => `Authorization: Bearer ${token}`;

describe('bytes of request bodies', () => {
  const start = useServer();
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).map((socket) => socket.destroy()));

  async function counted(maxBytes: number, options: MemoryServerOptions = {}) {
    const bodies = new BodyBudget({ maxBytes, largestBytes: MIB });
    const server = await start({ ...options, http: { trustedProxies: ['127.0.0.1'], ...options.http }, bodies });
    const { port } = server.listening.address;
    /** The beginning of a request, of which the body is cut off. */
    const stalled = async (line: string, headers: readonly string[], body: string) => {
      const head = `${line} HTTP/1.1\r\nHost: x\r\n${[JSON_TYPE, ...headers].join('\r\n')}\r\n\r\n`;
      const socket = await halfSent(port, head + body);
      sockets.push(socket);
      return socket;
    };
    /** Resolves when so much is held: one turn of the server after another, as what was sent arrives. */
    const held = async (bytes: number) => {
      while (bodies.heldBytes !== bytes) await server.api.call('GET /healthz');
    };
    return { ...server, bodies, port, stalled, held };
  }

  const from = (address: string) => `X-Forwarded-For: ${address}`;
  const unavailable = /^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 1\r\n[\s\S]*"message":"Responses\.General\.Unavailable"/;

  it('are counted as they arrive, not as announced, in buffers that double', async () => {
    const { stalled, held } = await counted(64 * MIB);
    const login = 'POST /api/users/login';
    await stalled(login, ['Content-Length: 16384'], '');
    await stalled(login, ['Content-Length: 16384'], '{');
    await held(KIB);
    await stalled(login, ['Content-Length: 16384'], ' '.repeat(KIB + 1));
    await held(3 * KIB);
    await stalled(login, ['Transfer-Encoding: chunked'], `8\r\n${'{'.repeat(8)}\r\n`.repeat(625));
    await held(11 * KIB);
  });

  it('are copied: no chunk is kept', async () => {
    const stream = new EventEmitter();
    const held = new BodyBudget({ maxBytes: MIB, largestBytes: MIB }).open({ share: 'account', key: 1 }, 0);
    // Of a request the reader uses its events alone.
    const body = readBytes(stream as IncomingMessage, held, MIB);
    const chunk = Buffer.alloc(1);
    for (const byte of Buffer.from('{"a":1}')) stream.emit('data', chunk.fill(byte));
    stream.emit('end');
    expect((await body).toString()).toBe('{"a":1}');
  });

  it('end their connection when they arrive in too many small chunks', async () => {
    const { port, bodies } = await counted(64 * MIB);
    const headers = [JSON_TYPE, 'Transfer-Encoding: chunked'];
    const chunks = (count: number) => `${'1\r\n \r\n'.repeat(count)}0\r\n\r\n`;
    const few = await exchange(port, request('POST /api/users/login', headers, chunks(1_000)));
    expect(few.statuses, 'read as a whole, and no JSON').toEqual([400]);
    const many = await exchange(port, request('POST /api/users/login', headers, chunks(1_200)));
    expect(many.statuses, 'cut off').toEqual([]);
    expect(bodies.heldBytes).toBe(0);
  });

  it.each(['POST /nope', 'POST /api/algos', 'GET /healthz'])(
    'end their connection when they arrive so after the answer: %s',
    async (line) => {
      const { port } = await counted(64 * MIB);
      const head = `${line} HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const { text } = await exchange(port, `${head}${'1\r\n \r\n'.repeat(300_000)}`);
      expect(text.match(/HTTP\/1\.1 /g) ?? [], 'at most one answer, and the connection is closed').toHaveLength(1);
    },
  );

  it('are not awaited when the connection closed before they were read', async () => {
    const request = new IncomingMessage(new Socket());
    request.destroy();
    await once(request, 'close');
    const held = new BodyBudget({ maxBytes: MIB, largestBytes: MIB }).open({ share: 'account', key: 1 }, 0);
    await expect(readBytes(request, held, MIB)).rejects.toThrow('Malformed_json');
  });

  it('are released, however a request ends', async () => {
    const { api, bodies, port, stalled, held } = await counted(64 * MIB, {
      listen: { requestTimeoutMs: 300 },
      instead: ({ mailTokens }) => ({
        mailTokens: {
          make: (claims) => mailTokens.make(claims),
          read: () => {
            throw new Error('broken');
          },
        },
      }),
    });
    const person = await newPerson(api);
    const statuses: number[] = [];
    const send = async (line: string, headers: readonly string[], body: string) => {
      const reply = await exchange(port, request(line, [JSON_TYPE, ...headers], body), { thenEnd: true });
      statuses.push(...reply.statuses);
      expect(bodies.heldBytes).toBe(0);
    };
    const create = [bearer(person), 'Transfer-Encoding: chunked'];
    await send('POST /api/users/login', ['Content-Length: 1'], '{');
    await send('POST /api/users/login', ['Transfer-Encoding: chunked'], `4001\r\n${' '.repeat(16_385)}\r\n0\r\n\r\n`);
    await send('POST /api/algos', create, '3\r\n{"a\r\nx');
    await send('POST /api/algos', create, '2\r\n"\xff\r\n0\r\n\r\n');
    await send('POST /api/algos', create, '3\r\n{"a\r\n'); // the end comes too early
    await send('POST /api/users/recover/x', ['Content-Length: 25'], '{"password":"long enough"}'.slice(0, 25));
    await send('POST /api/users/recover/x', ['Content-Length: 26'], '{"password":"long enough"}');
    expect(statuses).toEqual([400, 413, 400, 400, 400, 400, 500]);
    expect((await createAlgo(api, person)).status).toBe(201);
    expect(bodies.heldBytes).toBe(0);
    const reset = await stalled('POST /api/algos', create, '1\r\n[\r\n');
    await held(KIB);
    reset.resetAndDestroy();
    await held(0);
  });

  it('are released when a request takes too long, even if its client keeps the connection', async () => {
    const { held, port, listening } = await counted(64 * MIB, { listen: { requestTimeoutMs: 100 } });
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const [[socket]] = await Promise.all([once(listening.server, 'connection'), once(client, 'connect')]);
    client.on('error', () => {}).resume(); // what is left to send is refused
    client.write(`POST /api/users/login HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 9\r\n\r\n{`);
    await once(socket, 'close');
    await held(0);
    client.destroy();
  });

  it('count until the handler has ended', async () => {
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { api, bodies } = await counted(64 * MIB, {
      instead: ({ hasher }) => ({
        hasher: {
          hash: async (password) => {
            reached.resolve();
            await gate.promise;
            return hasher.hash(password);
          },
          needsRehash: (hash) => hasher.needsRehash(hash),
          verify: (password, hash) => hasher.verify(password, hash),
        },
      }),
    });
    const json = { email: freshEmail(), password: PASSWORD, pseudo: 'Ada' };
    const reply = api.call('POST /api/users/register', { json });
    await reached.promise;
    expect(bodies.heldBytes).toBe(KIB);
    gate.resolve();
    expect((await reply).status).toBe(201);
    expect(bodies.heldBytes).toBe(0);
  });

  it('that would be too many are refused before any is read, and the connection stays open', async () => {
    const { stalled, held, port, bodies } = await counted(512 * KIB); // 128 KiB for anonymous requests
    const beginnings = Array.from({ length: 8 }, (_, index) => `192.0.2.${index}`);
    for (const address of beginnings) {
      await stalled('POST /api/users/login', ['Content-Length: 16384', from(address)], ' '.repeat(16_383));
    }
    await held(128 * KIB);
    const head = `POST /api/users/login HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 2\r\n\r\n`;
    const socket = await halfSent(port, head);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(unavailable);
    const answered = once(socket, 'data');
    socket.write(`{}${request('GET /healthz')}`);
    const [next] = await answered;
    expect(String(next)).toMatch(/^HTTP\/1\.1 200 /);
    expect(bodies.heldBytes).toBe(128 * KIB);
    socket.destroy();
  });

  it('leave room for other addresses, networks and accounts', async () => {
    const { api, stalled, held, port } = await counted(64 * MIB);
    const [greedy, other] = [await newPerson(api), await newPerson(api)];
    const login = JSON.stringify({ email: other.email, password: PASSWORD });
    const loginFrom = async (address: string) => {
      const headers = [JSON_TYPE, from(address), `Content-Length: ${login.length}`];
      return (await exchange(port, request('POST /api/users/login', headers, login))).text;
    };
    const rest = ' '.repeat(16_383);
    for (let count = 128; count > 0; count -= 1) {
      const address = `2001:db8::${count.toString(16)}`;
      await stalled('POST /api/users/login', ['Content-Length: 16384', from(address)], rest);
    }
    await held(2 * MIB);
    expect(await loginFrom('2001:db8::ffff')).toMatch(unavailable);
    expect(await loginFrom('2001:db8:0:1::1')).toMatch(/^HTTP\/1\.1 200 /);
    for (let count = 6; count > 0; count -= 1) {
      await stalled('POST /api/algos', [bearer(greedy), `Content-Length: ${MIB}`], ' '.repeat(MIB - 1));
    }
    await held(8 * MIB);
    expect((await createAlgo(api, greedy)).status).toBe(503);
    expect((await createAlgo(api, other)).status).toBe(201);
    expect((await api.call(`GET /api/users/${greedy.id}`, { token: greedy.token })).status).toBe(200);
  });

  it('end the request that needs more when no memory is left', async () => {
    const { api, bodies, stalled, held, port } = await counted(2 * MIB); // 1.5 MiB for accounts
    const [one, other] = [await newPerson(api), await newPerson(api)];
    const socket = await stalled('POST /api/algos', [bearer(one), 'Transfer-Encoding: chunked'], '1\r\n[\r\n');
    await held(KIB);
    await stalled('POST /api/algos', [bearer(other), `Content-Length: ${MIB}`], ' '.repeat(MIB - 1));
    await held(MIB + KIB);
    const answered = once(socket, 'data');
    socket.write(`80000\r\n${' '.repeat(MIB / 2)}\r\n80000\r\n${' '.repeat(MIB / 2)}\r\n`);
    const [answer] = await answered;
    expect(String(answer)).toMatch(unavailable);
    await held(MIB);
    expect(await sourceOf(port, other)).toContain('503');
    expect(bodies.heldBytes).toBe(MIB);
    socket.destroy();
    await closed(socket);
  });

  describe('that fill a share', () => {
    const PLACES = 64;
    const SHARE = PLACES * 16 * KIB;
    const rest = ' '.repeat(16_383);

    /** A server of which the anonymous share has 64 places of 16 KiB, and what fills them one after the other. */
    async function filling(options: MemoryServerOptions = {}) {
      const server = await counted(4 * SHARE, options);
      const stall = async (address: string) => {
        const before = server.bodies.heldBytes;
        const socket = await server.stalled('POST /api/users/login', ['Content-Length: 16384', from(address)], rest);
        await server.held(before + 16 * KIB);
        const sent: string[] = [];
        socket.on('data', (chunk) => sent.push(String(chunk)));
        return { socket, sent };
      };
      const loginFrom = async (address: string, { email }: Person) => {
        const body = JSON.stringify({ email, password: PASSWORD });
        const headers = [JSON_TYPE, from(address), `Content-Length: ${body.length}`];
        return (await exchange(server.port, request('POST /api/users/login', headers, body))).statuses;
      };
      return { ...server, stall, loginFrom };
    }

    it('are freed for another body: the largest holder loses its oldest one', async () => {
      const { api, bodies, stall, loginFrom } = await filling();
      const person = await newPerson(api);
      const stalls: Awaited<ReturnType<typeof stall>>[] = [];
      for (let index = 0; index < PLACES - 1; index += 1) stalls.push(await stall(`192.0.2.${index % 8}`));
      stalls.push(await stall('192.0.2.3')); // which has nine then, and began its first as the fourth of all
      expect(bodies.heldBytes).toBe(SHARE);
      expect(await loginFrom('198.51.100.1', person)).toEqual([200]);
      const [oldest] = stalls.splice(3, 1);
      if (oldest === undefined) throw new Error('There are 64');
      await closed(oldest.socket);
      expect(oldest.sent.join('')).toMatch(unavailable);
      expect(oldest.sent.join('')).toMatch(/\r\nConnection: close\r\n/i);
      expect(bodies.heldBytes).toBe(SHARE - 16 * KIB);
      await api.call('GET /healthz');
      expect(stalls.filter(({ socket }) => socket.readableEnded || socket.bytesRead > 0).length).toBe(0);
    });

    it('are never ended after they were read completely', async () => {
      const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const { api, port, bodies, stall, loginFrom, ports } = await filling({
        instead: ({ hasher }) => ({
          hasher: {
            hash: async (password) => {
              if (password !== 'held until all is full') return hasher.hash(password);
              reached.resolve();
              await gate.promise;
              return hasher.hash(password);
            },
            needsRehash: (hash) => hasher.needsRehash(hash),
            verify: (password, hash) => hasher.verify(password, hash),
          },
        }),
      });
      const person = await newPerson(api);
      const json = { email: freshEmail(), password: 'held until all is full', pseudo: 'Ada' };
      const body = JSON.stringify(json).padEnd(16_384);
      const headers = [JSON_TYPE, from('192.0.2.1'), `Content-Length: ${body.length}`];
      const completed = exchange(port, request('POST /api/users/register', headers, body));
      await reached.promise;
      const stalls = [];
      for (let index = 1; index < PLACES; index += 1) stalls.push(await stall('192.0.2.1'));
      expect(bodies.heldBytes).toBe(SHARE);
      expect(await loginFrom('198.51.100.1', person)).toEqual([200]);
      await api.call('GET /healthz');
      expect(stalls.map(({ sent }) => sent.length).indexOf(1)).toBe(0);
      expect(stalls.filter(({ sent }) => sent.length > 0).length).toBe(1);
      gate.resolve();
      expect((await completed).statuses).toEqual([201]);
      expect(ports.mailer.sent.length).toBe(2);
      expect(bodies.heldBytes).toBe(SHARE - 32 * KIB);
    });

    it('are kept, and the new one is refused, if each holder has one', async () => {
      const { api, bodies, stall, loginFrom } = await filling();
      const person = await newPerson(api);
      for (let index = 0; index < PLACES; index += 1) await stall(`192.0.2.${index}`);
      expect(await loginFrom('198.51.100.1', person)).toEqual([503]);
      expect(bodies.heldBytes).toBe(SHARE);
    });

    it('free no more memory than needed, and none for a holder that would then have as much', () => {
      const bodies = new BodyBudget({ maxBytes: 64, largestBytes: 16 }); // 16 for anonymous requests
      const ended: string[] = [];
      const held = (key: string, name: string, bytes: number) => {
        const body = bodies.open({ share: 'anonymous', key }, 0);
        body.onTaken(() => ended.push(name));
        body.add(bytes);
        return body;
      };
      const [first] = [held('a', 'a1', 2), held('a', 'a2', 2), held('a', 'a3', 2), held('a', 'a4', 2)];
      held('b', 'b1', 3);
      held('b', 'b2', 3);
      const newcomer = held('c', 'c1', 2);
      expect([bodies.heldBytes, ended]).toEqual([16, []]);
      newcomer.add(3);
      expect(ended, 'one is too little; then both hold six, and the first comes').toEqual(['a1', 'a2']);
      expect(bodies.heldBytes).toBe(15);
      expect(() => newcomer.add(2), 'it would hold seven').toThrow('Unavailable');
      expect(() => bodies.open({ share: 'anonymous', key: 'd' }, 7)).toThrow('Unavailable');
      expect([bodies.heldBytes, ended.length]).toEqual([15, 2]);
      first.release();
      expect(bodies.heldBytes, 'what was taken is given back once').toBe(15);
    });
  });
});

/** Creates an algorithm that is larger than the room that is left. */
async function sourceOf(port: number, owner: Person): Promise<string> {
  const body = JSON.stringify({ ownerId: owner.id, nom: 'Sort', sourceCode: SOURCE }).padEnd(MIB / 2 + 1);
  const headers = [JSON_TYPE, bearer(owner), `Content-Length: ${Buffer.byteLength(body)}`];
  return (await exchange(port, request('POST /api/algos', headers, body))).text;
}
