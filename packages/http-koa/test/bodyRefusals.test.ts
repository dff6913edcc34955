import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createAlgo, newPerson } from './suite/people.ts';
import { bearer, CHUNK, JSON_TYPE, KIB, MIB, UNAVAILABLE, useBodies } from './support/heldBodies.ts';
import { closed, halfSent, request } from './support/raw.ts';

describe('bytes of request bodies', () => {
  const counted = useBodies();

  it('that would be too many are refused before any is read, and the connection stays open', async () => {
    const { stalled, held, port, bodies } = await counted(128 * KIB);
    for (let count = 8; count > 0; count -= 1) {
      await stalled('POST /api/users/login', ['Content-Length: 16384'], ' '.repeat(16_384 - CHUNK));
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

  it('that would be too many are refused while they are read, if their length was not stated, and those before keep their place', async () => {
    const { api, stalled, heldFrom, held, bodies } = await counted(2 * MIB);
    const person = await newPerson(api);
    const chunked = [bearer(person), 'Transfer-Encoding: chunked'];
    const first = await stalled(
      'POST /api/algos',
      [bearer(person), `Content-Length: ${MIB}`],
      ' '.repeat(MIB - 8 * KIB),
    );
    await heldFrom(MIB - 8 * KIB);
    const [before, beginning] = [bodies.heldBytes, 700 * KIB];
    const second = await stalled('POST /api/algos', chunked, `af000\r\n${' '.repeat(beginning)}\r\n`);
    await heldFrom(before + beginning);
    const answered = once(second, 'data');
    const third = await stalled('POST /api/algos', chunked, `af000\r\n${' '.repeat(beginning)}\r\n`);
    const [answer] = await once(third, 'data');
    expect(String(answer)).toMatch(UNAVAILABLE);
    expect(bodies.heldBytes).toBeLessThanOrEqual(2 * MIB);
    expect((await createAlgo(api, person)).status, 'a small one has its place').toBe(201);
    second.write(`0\r\n\r\n`);
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 400 /);
    first.destroy();
    await closed(first);
    await held(0);
  });
});
