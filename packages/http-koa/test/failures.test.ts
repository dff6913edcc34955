import type { Ports } from '@algotheque/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Call, dataOf, type Reply, statusAndMessage } from './suite/api.ts';
import { freshEmail, mailedToken, newAlgo, newPerson, PASSWORD, SOURCE } from './suite/people.ts';
import type { MemoryServer } from './support/memoryServer.ts';
import { FAILURES, type Failure, type Fault, faulty, SECRETS } from './support/planted.ts';
import { useServer } from './support/useServer.ts';

const PORTS: readonly (keyof Ports)[] = [
  'users',
  'dueWork',
  'algos',
  'folders',
  'sessionStore',
  'accessTokens',
  'contentStore',
  'hasher',
  'mailTokens',
  'mailer',
  'limiter',
  'deletions',
  'audit',
  'clock',
  'validator',
];

/** One request to every route, prepared before anything fails. Requests that end a session or a link come last. */
async function requestsTo(server: MemoryServer): Promise<readonly (readonly [string, Call])[]> {
  const { api } = server;
  const [person, other] = [await newPerson(api), await newPerson(api)];
  const { id, token, email } = person;
  const algo = await newAlgo(api, person);
  await api.call('POST /api/users/recover', { json: { email: other.email } });
  const confirm = await mailedToken(server, person, 'confirm');
  const recover = await mailedToken(server, other, 'recover');
  return [
    ['POST /api/users/register', { json: { email: freshEmail(), password: PASSWORD, pseudo: 'Ada' } }],
    ['POST /api/users/login', { json: { email, password: PASSWORD } }],
    ['POST /api/users/confirm', { json: { email } }],
    [`GET /api/users/confirm/${confirm}`, {}],
    ['POST /api/users/recover', { json: { email } }],
    [`GET /api/users/recover/${recover}`, {}],
    [`GET /api/users/${id}`, { token }],
    [`PUT /api/users/${id}`, { token, json: { currentPassword: PASSWORD, newPassword: PASSWORD } }],
    [`GET /api/algos/byUserId/${id}`, { token }],
    ['POST /api/algos', { token, json: { ownerId: id, nom: 'Sort', sourceCode: SOURCE } }],
    [`GET /api/algos/${algo.id}`, { token }],
    [`PUT /api/algos/${algo.id}`, { token, json: { nom: 'Sort', sourceCode: SOURCE, permsAlgorithme: [] } }],
    ['GET /readyz', {}],
    [`DELETE /api/algos/${algo.id}`, { token }],
    [`DELETE /api/users/${id}`, { token }],
    ['GET /api/users/logout', { token: other.token }],
    [`POST /api/users/recover/${recover}`, { json: { password: PASSWORD } }],
  ];
}

describe('failures of ports', () => {
  const start = useServer();
  const fault: Fault = { port: null, how: 'error' };
  beforeEach(() => {
    fault.port = null;
  });
  const open = () => start({ instead: (ports) => faulty(ports, fault), policy: {} });

  async function repliesWhile(server: MemoryServer, port: keyof Ports, how: Failure): Promise<Reply[]> {
    const requests = await requestsTo(server);
    Object.assign(fault, { port, how });
    const replies: Reply[] = [];
    for (const [target, call] of requests) replies.push(await server.api.call(target, call));
    fault.port = null;
    return replies;
  }

  const cases = PORTS.flatMap((port) => (Object.keys(FAILURES) as Failure[]).map((how) => ({ port, how })));
  it.each(cases)('$port: $how does not show its cause, and the process continues', async ({ port, how }) => {
    const server = await open();
    const replies = await repliesWhile(server, port, how);
    const seen = replies.map(({ text, headers }) => text + JSON.stringify([...headers])).join() + server.log.join();
    for (const secret of SECRETS) expect(seen).not.toContain(secret);
    for (const reply of replies.filter(({ status }) => status >= 500)) {
      expect([
        '500 General.Internal_error',
        '503 General.Unavailable',
        '500 text/html; charset=utf-8',
        '503 text/html; charset=utf-8',
      ]).toContain(statusAndMessage(reply));
    }
    expect((await server.api.call('GET /readyz')).status).toBe(200);
    expect((await newPerson(server.api)).token).toMatch(/^[\w-]{43}$/);
  });

  it.each(['users', 'algos', 'sessionStore', 'contentStore', 'hasher', 'mailer', 'deletions', 'folders'] as const)(
    '%s that cannot be reached is 503, and never looks like an absent record',
    async (port) => {
      const replies = await repliesWhile(await open(), port, 'unavailable');
      const refused = replies.filter(({ status }) => status >= 500);
      expect(refused.length).toBeGreaterThan(0);
      for (const { status, headers } of refused) expect([status, headers.get('Retry-After')]).toEqual([503, '3']);
      expect(replies.filter(({ status }) => status >= 400 && status < 500).map(statusAndMessage)).toEqual([]);
    },
  );

  it('have an id by which the log has the cause', async () => {
    const server = await open();
    const { api, log } = server;
    const { id, token } = await newPerson(api);
    fault.port = 'algos';
    fault.how = 'error';
    const reply = await api.call(`GET /api/algos/byUserId/${id}`, { token });
    const { requestId } = dataOf<{ requestId: string }>(reply);
    expect(reply.body).toEqual({ status: 500, message: 'Responses.General.Internal_error', data: { requestId } });
    expect(reply.headers.get('X-Request-Id')).toBe(requestId);
    const records = log
      .map((line) => JSON.parse(line) as { requestId?: string; err?: object })
      .filter((record) => record.requestId === requestId);
    expect(records.map((record) => 'err' in record)).toEqual([true, false]);
    expect(records[0]?.err).toMatchObject({ type: 'Error', cause: { type: 'Error', code: 'ECONNREFUSED' } });
  });

  it('have the security headers, and are a page if a page was requested', async () => {
    const { api } = await open();
    fault.port = 'mailTokens';
    for (const how of ['error', 'unavailable'] as const) {
      fault.how = how;
      const reply = await api.call('GET /api/users/confirm/x', { headers: { Accept: 'text/html' } });
      expect(reply.status).toBe(how === 'error' ? 500 : 503);
      expect(reply.text).toContain('<!doctype html>');
      expect(reply.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(reply.headers.get('Cache-Control')).toBe('no-store');
    }
  });

  it('of one store make /readyz 503 and do not change /healthz', async () => {
    const { api } = await open();
    for (const port of [
      'users',
      'dueWork',
      'algos',
      'folders',
      'sessionStore',
      'contentStore',
      'limiter',
      'deletions',
      'mailer',
    ] as const) {
      Object.assign(fault, { port, how: 'unavailable' });
      expect([port, statusAndMessage(await api.call('GET /readyz'))]).toEqual([port, '503 General.Unavailable']);
      expect((await api.call('GET /healthz')).status).toBe(200);
    }
  });
});
