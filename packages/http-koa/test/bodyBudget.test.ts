import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { BodyBudget } from '../src/exchange/bodyBudget.ts';
import { appToMount } from './mounting/mountedApp.ts';
import { createAlgo, freshEmail, newPerson, PASSWORD } from './suite/people.ts';
import { bearer, CHUNK, JSON_TYPE, KIB, MIB, useBodies } from './support/heldBodies.ts';
import { exchange, request } from './support/raw.ts';
import { withMethods } from './support/withMethods.ts';

describe('bytes of request bodies', () => {
  const counted = useBodies();

  it('are counted as they arrive, not as announced, and each chunk counts 640 more', async () => {
    const { stalled, held } = await counted(64 * MIB);
    const login = 'POST /api/users/login';
    await stalled(login, ['Content-Length: 16384'], '');
    await stalled(login, ['Content-Length: 16384'], '{');
    await held(1 + CHUNK);
    await stalled(login, ['Content-Length: 16384'], ' '.repeat(KIB));
    await held(1 + KIB + 2 * CHUNK);
    await stalled(login, ['Transfer-Encoding: chunked'], `8\r\n${'{'.repeat(8)}\r\n`.repeat(625));
    await held(1 + KIB + 625 * 8 + 627 * CHUNK);
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
    'end their connection when they arrive so and nobody reads them: %s',
    async (line) => {
      const { port } = await counted(64 * MIB);
      const head = `${line} HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const { text } = await exchange(port, `${head}${'1\r\n \r\n'.repeat(300_000)}`);
      const answers = text.match(/HTTP\/1\.1 /g) ?? [];
      expect(answers.length, 'none if they came before the turn of the request').toBeLessThanOrEqual(1);
    },
  );

  it('count when the host has read them, too', () => {
    const bodies = new BodyBudget(10);
    const giveBack = bodies.hold(8);
    expect(() => bodies.hold(3)).toThrow('Unavailable');
    expect(bodies.heldBytes).toBe(8);
    giveBack();
    bodies.hold(3);
    expect(bodies.heldBytes).toBe(3);
  });

  it('are not awaited when the connection closed before they were read', async () => {
    const message = new IncomingMessage(new Socket());
    Object.assign(message, { method: 'POST', url: '/api/users/login', complete: true });
    Object.assign(message.headers, { host: 'x', 'content-type': 'application/json', 'content-length': '9' });
    message.rawHeaders.push('Content-Type', 'application/json');
    message.destroy();
    await once(message, 'close');
    const { app, log } = appToMount();
    await app.callback()(message, new ServerResponse(message));
    expect(log.filter((line) => line.includes('"status":400'))).toHaveLength(1);
  });

  it('are released, however a request ends', async () => {
    const { api, bodies, port, stalled, held } = await counted(64 * MIB, {
      listen: { requestTimeoutMs: 300 },
      instead: ({ mailTokens }) => ({
        mailTokens: withMethods(mailTokens, {
          read: () => {
            throw new Error('broken');
          },
        }),
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
    await send('POST /api/algos', create, '3\r\n{"a\r\n'); // the end of the chunk comes too early
    await send('POST /api/users/recover/x', ['Content-Length: 25'], '{"password":"long enough"}'.slice(0, 25));
    await send('POST /api/users/recover/x', ['Content-Length: 26'], '{"password":"long enough"}');
    expect(statuses).toEqual([400, 413, 400, 400, 400, 400, 500]);
    expect((await createAlgo(api, person)).status).toBe(201);
    expect(bodies.heldBytes).toBe(0);
    const reset = await stalled('POST /api/algos', create, '1\r\n[\r\n');
    await held(1 + CHUNK);
    reset.resetAndDestroy();
    await held(0);
  });

  it('are released when a request takes too long, even if its client keeps the connection', async () => {
    const { held, port, listening } = await counted(64 * MIB, { listen: { requestTimeoutMs: 100 } });
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const [[socket]] = await Promise.all([once(listening.server, 'connection'), once(client, 'connect')]);
    client.on('error', () => {}).resume(); // sending the rest fails
    client.write(`POST /api/users/login HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 9\r\n\r\n{`);
    await once(socket, 'close');
    await held(0);
    client.destroy();
  });

  it('count until the handler has ended', async () => {
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { api, bodies } = await counted(64 * MIB, {
      instead: ({ hasher }) => ({
        hasher: withMethods(hasher, {
          hash: async (password) => {
            reached.resolve();
            await gate.promise;
            return hasher.hash(password);
          },
        }),
      }),
    });
    const json = { email: freshEmail(), password: PASSWORD, pseudo: 'Ada' };
    const reply = api.call('POST /api/users/register', { json });
    await reached.promise;
    expect(bodies.heldBytes).toBe(JSON.stringify(json).length + CHUNK);
    gate.resolve();
    expect((await reply).status).toBe(201);
    expect(bodies.heldBytes).toBe(0);
  });
});
