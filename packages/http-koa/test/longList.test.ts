import { once } from 'node:events';
import { Responses, type StoredGrant, UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { dataOf, type Reply } from './suite/api.ts';
import { type AlgoData, newPerson } from './suite/people.ts';
import type { MemoryServer } from './support/memoryServer.ts';
import { exchange, halfSent, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';
import { withMethods } from './support/withMethods.ts';

const COUNT = 1_100;
const PAGE = 100;
const PAGE_BYTES = 262_144;

describe('a long list', () => {
  const start = useServer();

  /** A server that calls `onRead` before it reads a page, with the number of that read. */
  async function withList(onRead: (reading: number) => Promise<void> | void, count = COUNT) {
    const limits: (number | undefined)[] = [];
    const server = await start({
      instead: ({ algos }) => ({
        algos: withMethods(algos, {
          async listAccessible(query) {
            limits.push(query.limit);
            await onRead(limits.length);
            return algos.listAccessible(query);
          },
        }),
      }),
    });
    const person = await newPerson(server.api);
    await fill(server, person.id, { count });
    const target = `GET /api/algos/byUserId/${person.id}`;
    return { ...server, ...person, target, limits };
  }

  /** A server that waits for the gate before it reads the third page. */
  async function heldAtThird() {
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const server = await withList(async (reading) => {
      if (reading !== 3) return;
      reached.resolve();
      await gate.promise;
    });
    return { server, reached, gate };
  }

  async function fill(
    { ports }: Pick<MemoryServer, 'ports'>,
    ownerId: number,
    { count, permsAlgorithme = [] }: { readonly count: number; readonly permsAlgorithme?: readonly StoredGrant[] },
  ): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      const id = await ports.algos.nextId();
      const dates = { dateCreation: id, dateModification: id };
      await ports.algos.insert({
        id,
        ref: `ref-${id}`,
        nom: `Sort ${id}`,
        ownerId,
        permsAlgorithme,
        contentBytes: 2,
        modifiedBy: ownerId,
        dateSource: id,
        ...dates,
      });
    }
  }

  const raw = ({ target, token }: { readonly target: string; readonly token: string }) =>
    request(target, [`Authorization: Bearer ${token}`]);

  const linesOf = ({ log }: MemoryServer) => log.map((line) => JSON.parse(line) as Record<string, unknown>);

  it('has the same records as its pages, in the same order', async () => {
    const { api, target, token, limits } = await withList(() => {});
    const complete = await api.call(target, { token });
    expect([complete.status, complete.headers.get('Content-Length'), complete.headers.get('Link')]).toEqual([
      200,
      null,
      null,
    ]);
    expect(complete.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(limits).toEqual(Array(COUNT / PAGE).fill(PAGE));
    const first = await api.call(`${target}?limit=1000`, { token });
    const last = dataOf<AlgoData[]>(first).at(-1)?.id;
    const rest = await api.call(`${target}?after=${last}`, { token });
    const data = [...dataOf<AlgoData[]>(first), ...dataOf<AlgoData[]>(rest)];
    expect(complete.body).toEqual({ status: 200, message: Responses.Algo.Success.Listed, data });
    expect(data).toHaveLength(COUNT);
  });

  it('has a Content-Length if it is one page, and reads one page for HEAD', async () => {
    const short = await withList(() => {}, PAGE);
    const reply = await short.api.call(short.target, { token: short.token });
    expect(reply.headers.get('Content-Length')).toBe(String(Buffer.byteLength(reply.text)));
    const long = await withList(() => {}, PAGE * 3);
    const head = await long.api.call(long.target.replace('GET', 'HEAD'), { token: long.token });
    expect([head.status, head.text, long.limits.length]).toEqual([200, '', 1]);
  });

  it('is split into pages by bytes, with or without a limit, if records name many users', async () => {
    const server = await withList(() => {}, 0);
    const { api, target, token, limits, ports, id: ownerId } = server;
    const permsAlgorithme = Array.from({ length: 1_000 }, (_, n) => ({
      idUtilisateur: n + 10,
      droits: 'Read' as const,
      date: 1,
    }));
    await fill(server, ownerId, { count: 10, permsAlgorithme });
    const data: AlgoData[] = [];
    const counts: number[] = [];
    for (let next: string | undefined = `${target}?limit=1000`; next !== undefined; ) {
      const page: Reply = await api.call(next, { token });
      expect(Number(page.headers.get('Content-Length'))).toBeLessThan(PAGE_BYTES);
      data.push(...dataOf<AlgoData[]>(page));
      counts.push(dataOf<AlgoData[]>(page).length);
      const path = /^<(\/[^>]+)>; rel="next"$/.exec(page.headers.get('Link') ?? '')?.[1];
      next = path === undefined ? undefined : `GET ${path}`;
    }
    expect([counts, data.map(({ permsAlgorithme: list }) => list?.length)]).toEqual([[4, 4, 2], Array(10).fill(1_000)]);
    const complete = await api.call(target, { token });
    expect([complete.headers.get('Content-Length'), dataOf(complete)]).toEqual([null, data]);
    expect(limits).toEqual([1_000, 1_000, 1_000, PAGE, PAGE, PAGE]); // each page was read by itself
    for (const [query, version] of [
      ['?limit=1000', 1],
      ['', 2],
    ] as const) {
      const reader = await newPerson(api);
      for (const { id } of data) {
        const droits = 'ReadWrite' as const;
        const right = { idUtilisateur: reader.id, droits, date: 1 };
        await ports.algos.compareAndSet(id, version, { permsAlgorithme: [...permsAlgorithme, right] });
      }
      const seen = await api.call(`GET /api/algos/byUserId/${reader.id}${query}`, { token: reader.token });
      const mine = data.map(({ permsAlgorithme: _others, ...record }) => ({
        ...record,
        droits: 'ReadWrite',
        version: version + 1,
      }));
      expect([dataOf(seen), seen.headers.get('Link')]).toEqual([mine, null]);
      expect(seen.text.length).toBeLessThan(2_000);
    }
  });

  it('is one line in the log, when its last byte is sent', async () => {
    const server = await withList(() => {
      expect(linesOf(server).filter(({ route }) => route === '/api/algos/byUserId/:id')).toEqual([]);
    });
    await server.api.call(server.target, { token: server.token });
    await server.listening.drain();
    const lines = linesOf(server).filter(({ route }) => route === '/api/algos/byUserId/:id');
    expect(lines).toMatchObject([{ msg: 'request', status: 200, userId: server.id }]);
    expect(lines[0]).not.toHaveProperty('aborted');
  });

  it('that fails half-way ends the connection, and is logged with the id of the request', async () => {
    const server = await withList((reading) => {
      if (reading === 3) throw new UnavailableError();
    });
    const { text, statuses } = await exchange(server.listening.address.port, raw(server));
    expect(statuses).toEqual([200]);
    expect(text.includes('\r\n0\r\n')).toBe(false); // the last chunk; without it a client knows that the answer is incomplete
    await server.listening.drain();
    const requestId = /X-Request-Id: (\S+)/.exec(text)?.[1];
    const lines = linesOf(server).filter((line) => line['requestId'] === requestId);
    expect(lines.map(({ msg, level }) => `${msg} ${level}`).sort()).toEqual(['answer not delivered 40', 'request 30']);
    expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({ status: 200, aborted: true });
    expect(server.limits).toHaveLength(3);
  });

  it('is read no further when its client disconnects', async () => {
    const { server, reached, gate } = await heldAtThird();
    const [connected, client] = await Promise.all([
      once(server.listening.server, 'request'),
      halfSent(server.listening.address.port, raw(server)),
    ]);
    await reached.promise;
    const closed = once(connected[1], 'close');
    client.resetAndDestroy();
    await closed;
    gate.resolve();
    await server.listening.drain();
    expect(server.limits).toHaveLength(3);
    expect(
      linesOf(server)
        .filter(({ msg }) => msg === 'request')
        .at(-1),
    ).toMatchObject({ status: 200, aborted: true });
    expect(linesOf(server).filter(({ level }) => Number(level) > 30)).toEqual([]);
  });

  it('is finished by a server that stops', async () => {
    const { server, reached, gate } = await heldAtThird();
    const reply = server.api.call(server.target, { token: server.token });
    await reached.promise;
    const drained = server.listening.drain();
    gate.resolve();
    expect(dataOf<AlgoData[]>(await reply)).toHaveLength(COUNT);
    await drained;
  });
});
