import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createAlgo, newPerson, PASSWORD, type Person, SOURCE } from './suite/people.ts';
import { bearer, CHUNK, from, JSON_TYPE, KIB, MIB, UNAVAILABLE, useBodies } from './support/heldBodies.ts';
import { closed, exchange, halfSent, request } from './support/raw.ts';

describe('bytes of request bodies', () => {
  const counted = useBodies();

  it('that would be too many are refused before any is read, and the connection stays open', async () => {
    const { stalled, held, port, bodies } = await counted(512 * KIB); // 128 KiB for anonymous requests
    const beginnings = Array.from({ length: 8 }, (_, index) => `192.0.2.${index}`);
    for (const address of beginnings) {
      await stalled('POST /api/users/login', ['Content-Length: 16384', from(address)], ' '.repeat(16_384 - CHUNK));
    }
    await held(128 * KIB);
    const head = `POST /api/users/login HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 2\r\n\r\n`;
    const socket = await halfSent(port, head);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(UNAVAILABLE);
    const answered = once(socket, 'data');
    socket.write(`{}${request('GET /healthz')}`);
    const [next] = await answered;
    expect(String(next)).toMatch(/^HTTP\/1\.1 200 /);
    expect(bodies.heldBytes).toBe(128 * KIB);
    socket.destroy();
  });

  it('leave room for other addresses, networks and accounts', async () => {
    const { api, stalled, held, heldFrom, port } = await counted(64 * MIB);
    const [greedy, other] = [await newPerson(api), await newPerson(api)];
    const login = JSON.stringify({ email: other.email, password: PASSWORD });
    const loginFrom = async (address: string) => {
      const headers = [JSON_TYPE, from(address), `Content-Length: ${login.length}`];
      return (await exchange(port, request('POST /api/users/login', headers, login))).text;
    };
    const rest = ' '.repeat(16_384 - CHUNK);
    for (let count = 128; count > 0; count -= 1) {
      const address = `2001:db8::${count.toString(16)}`;
      await stalled('POST /api/users/login', ['Content-Length: 16384', from(address)], rest);
    }
    await held(2 * MIB);
    expect(await loginFrom('2001:db8::ffff')).toMatch(UNAVAILABLE);
    expect(await loginFrom('2001:db8:0:1::1')).toMatch(/^HTTP\/1\.1 200 /);
    for (let count = 6; count > 0; count -= 1) {
      await stalled('POST /api/algos', [bearer(greedy), `Content-Length: ${MIB}`], ' '.repeat(MIB - 8 * KIB));
    }
    await heldFrom(8 * MIB - 48 * KIB);
    expect((await createAlgo(api, greedy, { sourceCode: ['x'.repeat(64 * KIB)] })).status).toBe(503);
    expect((await createAlgo(api, other)).status).toBe(201);
    expect((await api.call(`GET /api/users/${greedy.id}`, { token: greedy.token })).status).toBe(200);
  });

  it('end the request that needs more when no memory is left', async () => {
    const { api, bodies, stalled, held, heldFrom, port } = await counted(2 * MIB); // 1.5 MiB for accounts
    const [one, other] = [await newPerson(api), await newPerson(api)];
    const socket = await stalled('POST /api/algos', [bearer(one), 'Transfer-Encoding: chunked'], '1\r\n[\r\n');
    await held(1 + CHUNK);
    await stalled('POST /api/algos', [bearer(other), `Content-Length: ${MIB}`], ' '.repeat(MIB - 8 * KIB));
    await heldFrom(MIB - 8 * KIB);
    const answered = once(socket, 'data');
    socket.write(`80000\r\n${' '.repeat(MIB / 2)}\r\n80000\r\n${' '.repeat(MIB / 2)}\r\n`);
    const [answer] = await answered;
    expect(String(answer)).toMatch(UNAVAILABLE);
    while (bodies.heldBytes > MIB) await api.call('GET /healthz');
    const before = bodies.heldBytes;
    expect(before).toBeGreaterThan(MIB - 8 * KIB);
    expect(await sourceOf(port, other)).toContain('503');
    expect(bodies.heldBytes).toBe(before);
    socket.destroy();
    await closed(socket);
  });
});

/** Creates an algorithm that is larger than the remaining room. */
async function sourceOf(port: number, owner: Person): Promise<string> {
  const body = JSON.stringify({ ownerId: owner.id, nom: 'Sort', sourceCode: SOURCE }).padEnd(MIB / 2 + 1);
  const headers = [JSON_TYPE, bearer(owner), `Content-Length: ${Buffer.byteLength(body)}`];
  return (await exchange(port, request('POST /api/algos', headers, body))).text;
}
