import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AnsweredRequest } from '../src/index.ts';
import { newPerson } from './suite/people.ts';
import { exchange, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';
import { withMethods } from './support/withMethods.ts';

/** A longer list is sent in pages. */
const PAGE = 100;

describe('the observer of requests', () => {
  const start = useServer();
  let begun = 0;
  let ended: AnsweredRequest[] = [];
  const observer = {
    onRequest: () => {
      begun += 1;
    },
    onAnswer: (request: AnsweredRequest) => void ended.push(request),
  };
  beforeEach(() => {
    begun = 0;
    ended = [];
  });

  it('gets the pattern of the route, never the path, and each request once', async () => {
    const { api, listening } = await start({ http: { observer } });
    await api.call('GET /healthz');
    await api.call('GET /api/users/confirm/tokenlike');
    await api.call('PUT /api/users/confirm/tokenlike');
    await api.call('GET /tokenlike?tokenlike');
    await api.call('HEAD /openapi.json');
    await exchange(listening.address.port, request('PURGE /api/algos/17'));
    const seen = ended.map(({ method, route, status }) => `${method} ${route} ${status}`);
    expect(seen).toEqual([
      'GET /healthz 200',
      'GET /api/users/confirm/:token 400',
      'PUT /api/users/confirm/:token 405',
      'GET null 404',
      'HEAD /openapi.json 200',
      'PURGE /api/algos/:id 405',
    ]);
    expect(begun).toBe(6);
    for (const { ms } of ended) expect(ms).toBeGreaterThan(0);
  });

  it('gets the end of a long list whose client has gone before the list began', async () => {
    const read = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const { api, listening, ports } = await start({
      http: { observer },
      instead: ({ algos }) => ({
        algos: withMethods(algos, {
          async listAccessible(query) {
            read.resolve();
            await gone.promise;
            return algos.listAccessible(query);
          },
        }),
      }),
    });
    const { id, token } = await newPerson(api);
    const fields = {
      nom: 'Sort',
      ownerId: id,
      permsAlgorithme: [],
      contentBytes: 2,
      dateCreation: 1,
      dateModification: 1,
      modifiedBy: id,
      dateSource: 1,
    };
    for (let count = 0; count <= PAGE; count += 1) {
      const algoId = await ports.algos.nextId();
      await ports.algos.insert({ ...fields, id: algoId, ref: `ref-${algoId}` });
    }
    ended = [];
    const socket = connect(listening.address.port);
    listening.server.once('request', (asked) => asked.socket.once('close', () => setImmediate(() => gone.resolve())));
    socket.write(request(`GET /api/algos/byUserId/${id}`, [`Authorization: Bearer ${token}`]));
    await read.promise;
    socket.resetAndDestroy();
    await once(socket, 'close');
    await listening.drain();
    expect(ended).toMatchObject([{ route: '/api/algos/byUserId/:id', method: 'GET' }]);
  });
});
