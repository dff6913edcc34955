import { describe, expect, it } from 'vitest';
import { BodyBudget } from '../src/transport/bodyBudget.ts';
import { freshEmail, newPerson, PASSWORD, type Person } from './suite/people.ts';
import { CHUNK, from, JSON_TYPE, KIB, UNAVAILABLE, useBodies } from './support/heldBodies.ts';
import type { MemoryServerOptions } from './support/memoryServer.ts';
import { closed, exchange, request } from './support/raw.ts';

describe('bytes of request bodies that fill a share', () => {
  const counted = useBodies();

  const PLACES = 64;
  const SHARE = PLACES * 16 * KIB;
  const rest = ' '.repeat(16_384 - CHUNK);

  /** A server whose anonymous share has 64 places of 16 KiB, and a function that fills them one after the other. */
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
    stalls.push(await stall('192.0.2.3')); // this address has nine bodies then; its first body was the fourth of all
    expect(bodies.heldBytes).toBe(SHARE);
    expect(await loginFrom('198.51.100.1', person)).toEqual([200]);
    const [oldest] = stalls.splice(3, 1);
    if (oldest === undefined) throw new Error('There are 64');
    await closed(oldest.socket);
    expect(oldest.sent.join('')).toMatch(UNAVAILABLE);
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
    const body = JSON.stringify(json).padEnd(16_384 - CHUNK);
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
      body.onTaken = () => void ended.push(name);
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
