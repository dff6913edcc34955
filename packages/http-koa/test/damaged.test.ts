import { MemoryContents, MemoryData, memoryPorts } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { type Api, type Call, dataOf, type Reply, statusAndMessage } from './suite/api.ts';
import { newAlgo, newPerson, type Person, SOURCE } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

interface Line {
  readonly requestId?: string;
  readonly where?: string;
  readonly err?: { readonly type?: string; readonly message?: string; readonly damaged?: object };
}

describe('a damaged record', () => {
  const start = useServer();

  async function open() {
    const [data, contents] = [new MemoryData(), new MemoryContents()];
    const { mailer: _, ...stores } = memoryPorts({ data, contents }); // the test reads the mails of the server's own mailer
    const server = await start({ instead: () => stores, bounds: { cachedBytes: 0 } });
    const lines = () => server.log.map((line) => JSON.parse(line) as Line); // each line is an object
    return { api: server.api, data, contents, stores, lines };
  }

  const list = (api: Api, { id, token }: Person, query = ''): Promise<Reply> =>
    api.call(`GET /api/algos/byUserId/${id}${query}`, { token });
  const idsOf = (reply: Reply) => dataOf<{ id: number }[]>(reply).map(({ id }) => id);

  it.each(['GET', 'PUT', 'DELETE'])(
    'is 500 with a request id to %s, and the log names table, id and field',
    async (method) => {
      const { api, data, lines } = await open();
      const owner = await newPerson(api);
      const [{ id }, other] = [await newAlgo(api, owner), await newAlgo(api, owner)];
      const damaged = { place: 'algos', id: `${id}`, field: 'nom' };
      data.damage({ ...damaged, id });
      const call: Call = { token: owner.token, ...(method === 'PUT' && { json: { nom: 'Sort', sourceCode: SOURCE } }) };
      const reply = await api.call(`${method} /api/algos/${id}`, call);
      expect(statusAndMessage(reply)).toBe('500 General.Internal_error');
      const { requestId } = dataOf<{ requestId: string }>(reply);
      const line = lines().find((each) => each.requestId === requestId && each.err !== undefined);
      expect(line?.err).toMatchObject({ type: 'DamagedError', damaged });
      expect((await api.call(`GET /api/algos/${other.id}`, { token: owner.token })).status).toBe(200);
    },
  );

  it('that is a content is 500 and named by its place, and can be replaced', async () => {
    const { api, contents, lines } = await open();
    const owner = await newPerson(api);
    const { id } = await newAlgo(api, owner);
    for (const { ref } of contents.published.values()) contents.damaged.add(ref);
    expect(statusAndMessage(await api.call(`GET /api/algos/${id}`, { token: owner.token }))).toBe(
      '500 General.Internal_error',
    );
    expect(lines().flatMap(({ err }) => err?.damaged ?? [])).toMatchObject([{ place: 'memory', field: 'content' }]);
    const json = { nom: 'Sort', sourceCode: SOURCE };
    expect((await api.call(`PUT /api/algos/${id}`, { token: owner.token, json })).status).toBe(200);
    expect((await api.call(`GET /api/algos/${id}`, { token: owner.token })).status).toBe(200);
  });

  it('is omitted from a list, counted in a header, and logged', async () => {
    const { api, data, lines } = await open();
    const owner = await newPerson(api);
    const ids: number[] = [];
    for (let left = 5; left > 0; left -= 1) ids.push((await newAlgo(api, owner)).id);
    expect((await list(api, owner)).headers.get('X-Records-Left-Out')).toBeNull();
    for (const id of [ids[1] ?? 0, ids[2] ?? 0]) data.damage({ place: 'algos', id, field: 'nom' });
    const reply = await list(api, owner);
    expect([idsOf(reply), reply.headers.get('X-Records-Left-Out')]).toEqual([[ids[0], ids[3], ids[4]], '2']);
    const left = lines().filter(({ where }) => where === 'list of algorithms: left out');
    expect(left.map(({ err }) => err?.damaged)).toEqual(
      [ids[1], ids[2]].map((id) => ({ place: 'algos', id: `${id}`, field: 'nom' })),
    );
    expect(left.map(({ requestId }) => requestId)).toEqual(Array(2).fill(reply.headers.get('X-Request-Id')));
  });

  it('is counted in the header of its page, if a client reads pages', async () => {
    const { api, data } = await open();
    const owner = await newPerson(api);
    const ids: number[] = [];
    for (let left = 5; left > 0; left -= 1) ids.push((await newAlgo(api, owner)).id);
    for (const id of [ids[1] ?? 0, ids[2] ?? 0]) data.damage({ place: 'algos', id, field: 'nom' });
    const seen: unknown[] = [];
    let target: string | undefined = `/api/algos/byUserId/${owner.id}?limit=2`;
    while (target !== undefined) {
      const reply = await api.call(`GET ${target}`, { token: owner.token });
      seen.push([idsOf(reply), reply.headers.get('X-Records-Left-Out')]);
      target = /^<(\/[^>]+)>; rel="next"$/.exec(reply.headers.get('Link') ?? '')?.[1];
    }
    expect(seen).toEqual([
      [[ids[0]], '2'],
      [[ids[3], ids[4]], null],
    ]);
  });

  it('of a user or a session is 500, never "not logged in" or "not found"', async () => {
    const { api, data } = await open();
    const [one, other] = [await newPerson(api), await newPerson(api)];
    data.damage({ place: 'users', id: other.id, field: 'pseudo' });
    expect(statusAndMessage(await api.call(`GET /api/users/${other.id}`, { token: one.token }))).toBe(
      '500 General.Internal_error',
    );
    for (const digest of data.sessions.keys())
      data.damage({ place: 'sessions', id: digest.slice(0, 8), field: 'userId' }, digest);
    expect(statusAndMessage(await api.call(`GET /api/users/${one.id}`, { token: one.token }))).toBe(
      '500 General.Internal_error',
    );
  });
});
