import { createService, DomainError, Responses, type Service } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { createApp, createLogger, listen } from '../src/index.ts';
import { Api } from './suite/api.ts';
import { requireAnswer, routeOf, type Seen } from './suite/declared.ts';
import { UndeclaredAnswer } from './suite/described.ts';
import { exchange, request } from './support/raw.ts';
import { watchAnswers } from './support/watchAnswers.ts';

const account = { email: 'ada@example.org', password: 'correct horse', pseudo: 'Ada' };

const endSessions = routeOf('DELETE', '/api/users/1/sessions');
const getAlgo = routeOf('GET', '/api/algos/1');
/** Those that every answer of a route has. */
const HEADERS = { 'x-request-id': '0'.repeat(36) };
const seen = (status: number, message: string, data?: unknown): Seen => ({
  method: 'GET',
  status,
  body: { message, ...(data !== undefined && { data }) },
});

describe('the check of answers', () => {
  it('finds the route of a request as the router does', () => {
    const found = (method: string, target: string) => routeOf(method, target)?.id ?? null;
    expect(found('GET', '/api/users/logout')).toBe('logoutByGet');
    expect(found('DELETE', '/api/users/logout')).toBeNull();
    expect(found('HEAD', '/api/users/logout')).toBeNull();
    expect(found('HEAD', '/api/users/7/')).toBe('getUser');
    expect(found('POST', '/api/algos')).toBe('createAlgo');
    expect(found('GET', '/api/algos/byUserId/7?limit=1')).toBe('listAlgos');
    expect(found('GET', '/api/algos/1/2')).toBeNull();
    expect(found('GET', '/healthz')).toBe('alive');
  });

  it.each([
    ['a status', endSessions, seen(400, 'Responses.User.Forbidden')],
    ['an identifier', endSessions, seen(403, 'Responses.User.Wrong_password')],
    ['an identifier of another route', getAlgo, seen(404, 'Responses.User.Not_found')],
    ['a success of another route', endSessions, seen(200, 'Responses.User.Success.Found')],
    ['data where there is none', endSessions, seen(200, 'Responses.User.Success.Sessions_ended', {})],
    ['data of another shape', getAlgo, seen(200, 'Responses.Algo.Success.Found', { id: 1 })],
    ['a body too large where none is taken', endSessions, seen(413, 'Responses.General.Payload_too_large')],
    ['a page', endSessions, { method: 'DELETE', status: 200, body: 'page' } as const],
    ['an empty body', endSessions, { method: 'DELETE', status: 200, body: 'none' } as const],
    ['304 to what is not conditional', endSessions, { method: 'DELETE', status: 304, body: 'none' } as const],
    ['an identifier of a route, where none was found', null, seen(404, 'Responses.User.Not_found')],
  ])('refuses %s that is not declared', (_what, route, answer) => {
    expect(() => requireAnswer(route, answer, HEADERS)).toThrow(UndeclaredAnswer);
  });

  it('accepts what is declared', () => {
    requireAnswer(endSessions, seen(403, 'Responses.User.Forbidden'), HEADERS);
    requireAnswer(endSessions, { ...seen(200, 'Responses.User.Success.Sessions_ended'), method: 'DELETE' }, HEADERS);
    requireAnswer(getAlgo, { method: 'GET', status: 304, body: 'none' }, { ...HEADERS, etag: '"1"' });
    requireAnswer(null, seen(404, 'Responses.General.Not_found'), HEADERS);
  });
});

describe('a failure that an operation does not declare', () => {
  /** A service whose registration fails with an identifier of the algorithms. */
  const planted: Service = {
    ...createService(memoryPorts()),
    registerUser: () => Promise.reject(new DomainError(Responses.Algo.Conflict)),
  };

  async function served(test: (port: number) => Promise<void>): Promise<() => void> {
    const logger = createLogger({ level: 'silent' });
    const app = createApp({ service: planted, logger });
    const requireDeclaredAnswers = watchAnswers(app);
    const { address, drain } = await listen(app);
    await test(address.port);
    await drain();
    return requireDeclaredAnswers;
  }

  it('fails the test whose client gets it', async () => {
    await served(async (port) => {
      const call = new Api(`http://127.0.0.1:${port}`).call('POST /api/users/register', { json: account });
      await expect(call).rejects.toThrow('The description of registerUser has no such answer in the answer 412');
    });
  });

  it('fails the test of the server that sends it, even if the client does not read it', async () => {
    const requireDeclaredAnswers = await served(async (port) => {
      const body = JSON.stringify(account);
      const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
      await exchange(port, request('POST /api/users/register', headers, body));
    });
    expect(requireDeclaredAnswers).toThrow('The description of registerUser has no such answer in the answer 412');
  });
});
