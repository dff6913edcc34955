import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createService, UnavailableError } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_PREFIXES } from '../../src/groups.ts';
import { createApp, createLogger, type GivenHttpOptions, type ListenOptions, listen } from '../../src/index.ts';
import { Api, statusAndMessage } from '../suite/api.ts';
import { newPerson, type Person } from '../suite/people.ts';
import type { MemoryServer, MemoryServerOptions } from '../support/memoryServer.ts';
import { closed, exchange, request } from '../support/raw.ts';
import { useServer } from '../support/useServer.ts';
import { withMethods } from '../support/withMethods.ts';
import { unzipped } from '../support/zip.ts';

describe('an export over HTTP', () => {
  const start = useServer();

  /** Ada, with so many algorithms of so many bytes, and what was read of them. */
  async function opened(count: number, bytes = 10, options: MemoryServerOptions = {}) {
    const reads = { contents: 0, isFailing: false };
    const server = await start({
      bounds: { cachedBytes: 0 }, // the test counts the reads of contents
      ...options,
      instead: ({ contentStore }) => ({
        contentStore: withMethods(contentStore, {
          async read(id, ref) {
            reads.contents += 1;
            if (reads.isFailing && reads.contents > 3) throw new UnavailableError({ reason: 'down' });
            return contentStore.read(id, ref);
          },
        }),
      }),
    });
    const ada = await newPerson(server.api);
    for (let number = 1; number <= count; number += 1) {
      const sourceCode = { number, text: randomBytes(bytes).toString('base64') };
      const json = { ownerId: ada.id, nom: `Sort ${number}`, sourceCode };
      await server.api.call('POST /api/algos', { token: ada.token, json });
    }
    const target = `GET /api/users/${ada.id}/export`;
    return { ...server, ada, reads, target };
  }

  async function downloaded({ api }: MemoryServer, target: string, { token }: Person): Promise<Buffer> {
    const response = await fetch(api.url + target.replace('GET ', ''), {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
    return Buffer.from(await response.arrayBuffer());
  }

  it('of an absent user is answered 404', async () => {
    const { api, ada } = await opened(0);
    expect((await api.call('GET /api/users/99/export', { token: ada.token })).status).toBe(404);
  });

  it('is a ZIP with a directory, which browsers save as a file and caches do not keep', async () => {
    const world = await opened(3);
    const reply = await world.api.call(world.target, { token: world.ada.token });
    expect(reply.headers.get('Content-Disposition')).toBe('attachment; filename="algotheque.zip"');
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    const files = unzipped(await downloaded(world, world.target, world.ada));
    expect([...files.keys()]).toEqual([
      'profil.json',
      'sessions.json',
      'algos.json',
      'algorithmes/',
      ...[1, 2, 3].map((number) => `algorithmes/Sort ${number}-${number}.json`),
      'versions.json',
      'index.json',
    ]);
    expect(JSON.parse(files.get('profil.json') ?? '')).toMatchObject({ id: world.ada.id });
  });

  it('is cut off when a store fails, so that nobody takes a part for the whole', async () => {
    const world = await opened(20, 30_000);
    world.reads.isFailing = true;
    await expect(downloaded(world, world.target, world.ada)).rejects.toThrow('terminated');
    world.reads.isFailing = false;
    await downloaded(world, world.target, world.ada);
    const levels = world.log.map((line) => JSON.parse(line) as { level: number | string; err?: { reason?: string } });
    expect(levels.some(({ err }) => err !== undefined)).toBe(true);
  });

  it('reads no further while its client reads nothing; when the connection ends, nothing of it stays', async () => {
    const COUNT = 40;
    const world = await opened(COUNT, 380_000, { listen: { answerTimeoutMs: 300 } });
    const { address, server } = world.listening;
    const head = request(world.target, [`Authorization: Bearer ${world.ada.token}`]);
    for (let turn = 0; turn < 2; turn += 1) {
      world.reads.contents = 0;
      const socket = connect({ port: address.port, host: '127.0.0.1' });
      socket.pause().write(head);
      await once(server, 'timeout'); // the server has ended the connection, as nothing is read
      expect(world.reads.contents).toBeLessThan(COUNT);
      socket.destroy();
      await closed(socket);
    }
    const third = connect({ port: address.port, host: '127.0.0.1' });
    third.write(head);
    const [answer] = await once(third, 'data');
    expect(String(answer), 'a third export at one time would be refused').toMatch(/^HTTP\/1\.1 200 /);
    third.destroy();
    await closed(third);
  });

  it('of which two run makes a third wait', async () => {
    const world = await opened(40, 60_000);
    const { port } = world.listening.address;
    const head = request(world.target, [`Authorization: Bearer ${world.ada.token}`]);
    const sockets = await Promise.all(
      [1, 2].map(async () => {
        const socket = connect({ port, host: '127.0.0.1' });
        socket.write(head);
        await once(socket, 'readable'); // the answer has begun
        return socket;
      }),
    );
    const refused = await world.api.call(world.target, { token: world.ada.token });
    expect(statusAndMessage(refused)).toBe('429 General.Too_many_requests');
    expect(refused.headers.get('Retry-After')).toBe('5');
    for (const socket of sockets) socket.destroy();
    await Promise.all(sockets.map(closed));
    expect((await exchange(port, head)).statuses).toEqual([200]);
  });

  it('ends if a server that stops has answered its request, and then another may begin', async () => {
    const service = createService(memoryPorts(), { policy: { limits: null }, bounds: { exportsOfUser: 1 } });
    const logger = createLogger({ level: 'silent' });
    const served = async (http: GivenHttpOptions, options: ListenOptions = {}) => {
      const listening = await listen(createApp({ service, logger, http }), options);
      onTestFinished(() => listening.drain());
      return { listening, api: new Api(`http://127.0.0.1:${listening.address.port}`, DEFAULT_PREFIXES) };
    };
    const exported = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const delivered = Promise.withResolvers<void>();
    const stopping = await served(
      {
        async around(_request, _trace, work) {
          const answer = await work();
          exported.resolve();
          await stopped.promise;
          return answer;
        },
        observer: { onRequest() {}, onAnswer: () => delivered.resolve() },
      },
      { stopTimeoutMs: 50 },
    );
    const { api } = await served({});
    const { id, token } = await newPerson(api);
    const target = `GET /api/users/${id}/export`;
    const reply = exchange(stopping.listening.address.port, request(target, [`Authorization: Bearer ${token}`]));
    await exported.promise;
    expect(statusAndMessage(await api.call(target, { token }))).toBe('429 General.Too_many_requests');
    await stopping.listening.drain();
    expect((await reply).statuses).toEqual([503]);
    stopped.resolve();
    await delivered.promise;
    expect((await api.call(target, { token })).status).toBe(200);
  });
});
