import type { Connection, Request } from '../http/connection.ts';
import { ACCEPTED, REFUSED } from './sources.ts';

/** One kind of the worst input of a route. */
export interface Input {
  readonly route: string;
  readonly what: string;
  /** Requests to send one after the other; the ones before the last prepare it. */
  readonly requests: () => Promise<readonly Request[]>;
}

const USERS = '/api/users';
const ALGOS = '/api/algos';
const PASSWORD = 'correct horse battery staple';
const KEPT = 1_000;
/** The most rights that one algorithm may give. */
const READERS = 1_000;

let number = 0;
function freshEmail(): string {
  number += 1;
  return `hold-${number}@example.org`;
}

/** A body of 16 KiB with as many values and names as the users group accepts. */
const padded = (fields: object): string => {
  const text = JSON.stringify({ ...fields, unknown: Array.from({ length: 980 }, () => 0.12345) });
  return text + ' '.repeat(16_384 - Buffer.byteLength(text));
};

const long = 'x'.repeat(8_000);

async function data<Data>(connection: Connection, request: Request): Promise<Data> {
  const { status, body } = await connection.send(request);
  if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${body.slice(0, 200)}`);
  return (JSON.parse(body) as { readonly data: Data }).data; // the type that the caller named
}

const post = (path: string, body: object | string, token?: string): Request => ({
  method: 'POST',
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...(token !== undefined && { token }),
});

async function register(connection: Connection) {
  const account = { email: freshEmail(), password: PASSWORD, pseudo: 'Hold' };
  return { ...account, id: (await data<{ id: number }>(connection, post(`${USERS}/register`, account))).id };
}

async function arrive(connection: Connection): Promise<{ readonly id: number; readonly token: string }> {
  const { id, ...account } = await register(connection);
  return { id, token: (await data<{ token: string }>(connection, post(`${USERS}/login`, account))).token };
}

/** Fills a server, and returns the worst inputs of each route. */
export async function inputsOn(connection: Connection): Promise<readonly Input[]> {
  const { id, token } = await arrive(connection);
  const algo = (source: string): string => `{"ownerId":${id},"nom":"Hold","sourceCode":${source}}`;
  const { id: kept } = await data<{ id: number }>(connection, post(ALGOS, algo(ACCEPTED[0]?.source ?? '[]'), token));
  for (let count = 1; count < KEPT; count += 1) await data(connection, post(ALGOS, algo('[]'), token));
  const get = (path: string): Request => ({ method: 'GET', path, token });
  const put = (path: string, body: string): Request => ({ method: 'PUT', path, token, body });
  const one = (route: string, what: string, request: Request): Input => ({
    route,
    what,
    requests: async () => [request],
  });
  const readers: number[] = [];
  for (let count = 1; count < READERS; count += 1) readers.push((await register(connection)).id);
  const leaver = await arrive(connection);
  const sharing = (ids: readonly number[]): string => {
    const grants = JSON.stringify(ids.map((idUtilisateur) => ({ idUtilisateur, droits: 'Read' })));
    return `{"nom":"Hold","sourceCode":[],"permsAlgorithme":${grants}}`;
  };
  return [
    one('GET /healthz', '', get('/healthz')),
    one('GET /readyz', '', get('/readyz')),
    {
      route: 'POST /register',
      what: '16 KiB',
      requests: async () => [
        post(`${USERS}/register`, padded({ email: freshEmail(), password: PASSWORD, pseudo: 'Hold' })),
      ],
    },
    one('GET /confirm/:token', 'a token of 8,000 bytes', get(`${USERS}/confirm/${long}`)),
    one('POST /confirm', '16 KiB', post(`${USERS}/confirm`, padded({ email: 'nobody@example.org' }))),
    one(
      'POST /login',
      '16 KiB',
      post(`${USERS}/login`, padded({ email: 'nobody@example.org', password: 'e\u0323\u0301'.repeat(85) })),
    ),
    {
      route: 'GET /logout',
      what: '',
      requests: async () => [{ method: 'GET', path: `${USERS}/logout`, token: (await arrive(connection)).token }],
    },
    one('POST /recover', '16 KiB', post(`${USERS}/recover`, padded({ email: 'nobody@example.org' }))),
    one('GET /recover/:token', 'a token of 8,000 bytes', get(`${USERS}/recover/${long}`)),
    one('POST /recover/:token', '16 KiB', post(`${USERS}/recover/${long}`, padded({ password: PASSWORD }))),
    one('GET /users/:id', '', get(`${USERS}/${id}`)),
    one(
      'PUT /users/:id',
      '16 KiB',
      put(`${USERS}/${id}`, padded({ currentPassword: PASSWORD, urlPfp: `https://example.org/${'é'.repeat(2_020)}` })),
    ),
    {
      route: 'DELETE /users/:id',
      what: '',
      requests: async () => {
        const person = await arrive(connection);
        return [{ method: 'DELETE', path: `${USERS}/${person.id}`, token: person.token }];
      },
    },
    one('GET /byUserId/:id', `${KEPT} algorithms`, get(`${ALGOS}/byUserId/${id}`)),
    one('GET /byUserId/:id', 'limit=1000', get(`${ALGOS}/byUserId/${id}?limit=1000`)),
    one('GET /algos/:id', '512 KiB', get(`${ALGOS}/${kept}`)),
    ...[...ACCEPTED, ...REFUSED].flatMap(({ name, source }) => [
      one('POST /algos', name, post(ALGOS, algo(source), token)),
      one('PUT /algos/:id', name, put(`${ALGOS}/${kept}`, algo(source))),
    ]),
    one(
      'PUT /algos/:id',
      'rights for 1,000 users who are not there',
      put(`${ALGOS}/${kept}`, sharing(Array.from({ length: READERS }, (_, index) => 1_000_000 + index))),
    ),
    one('PUT /algos/:id', 'rights for 1,000 users', put(`${ALGOS}/${kept}`, sharing([...readers, leaver.id]))),
    {
      route: 'DELETE /algos/:id/droits',
      what: 'one of 1,000 rights',
      requests: async () => [
        put(`${ALGOS}/${kept}`, sharing([...readers, leaver.id])),
        { method: 'DELETE', path: `${ALGOS}/${kept}/droits`, token: leaver.token },
      ],
    },
    {
      route: 'DELETE /algos/:id',
      what: '512 KiB',
      requests: async () => {
        const made = await data<{ id: number }>(connection, post(ALGOS, algo(ACCEPTED[0]?.source ?? '[]'), token));
        return [{ method: 'DELETE', path: `${ALGOS}/${made.id}`, token }];
      },
    },
  ];
}
