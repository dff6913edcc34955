import { TooManyRequestsError, UnavailableError } from '@algotheque/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answersOf } from '../generate/index.ts';
import { ROUTES, type Route } from '../src/index.ts';
import { refusesParameters } from '../src/route.ts';
import { dataOf, statusAndMessage } from './suite/api.ts';
import { newPerson } from './suite/people.ts';
import { targetOf } from './support/targetOf.ts';
import { useServer } from './support/useServer.ts';

const answers = (route: Route, status: number): boolean => answersOf(route).some((answer) => answer.status === status);

const JSON_ONLY = { Accept: 'application/json' };

/** What a handler fails with, and the answer. */
const PLANTED: readonly (readonly [status: number, error: Error, message: string])[] = [
  [500, new Error('planted'), '500 General.Internal_error'],
  [503, new UnavailableError(), '503 General.Unavailable'],
  [429, new TooManyRequestsError(1_500), '429 General.Too_many_requests'],
];

describe('every route', () => {
  const start = useServer();
  afterEach(() => vi.restoreAllMocks());

  it.each(PLANTED)('answers %i when its work fails so', async (status, error, message) => {
    const { api } = await start();
    const { token } = await newPerson(api);
    for (const route of ROUTES.filter((each) => answers(each, status))) {
      vi.spyOn(route, 'handle').mockRejectedValueOnce(error);
      const reply = await api.call(targetOf(route), { token, headers: JSON_ONLY });
      expect(`${route.id}: ${statusAndMessage(reply)}`).toBe(`${route.id}: ${message}`);
    }
  });

  it('refuses an unknown parameter of the query, unless it has a page or is a probe', async () => {
    const { api } = await start();
    const { token } = await newPerson(api);
    for (const route of ROUTES) {
      vi.spyOn(route, 'handle').mockRejectedValueOnce(new Error('planted'));
      const reply = await api.call(`${targetOf(route)}?utm_source=mail`, { token, headers: JSON_ONLY });
      if (!refusesParameters(route)) {
        expect(`${route.id}: ${reply.status}`).toBe(`${route.id}: 500`); // its work has begun
        continue;
      }
      expect(`${route.id}: ${statusAndMessage(reply)}`).toBe(`${route.id}: 400 General.Invalid_data`);
      expect(dataOf(reply)).toMatchObject([{ path: '/utm_source', rule: 'unknown_parameter' }]);
    }
    const ignoring = ROUTES.filter((route) => !refusesParameters(route)).map(({ path }) => path);
    expect(ignoring).toEqual([
      '/healthz',
      '/readyz',
      '/confirm/:token',
      '/confirm',
      '/confirm',
      '/recover',
      '/recover',
      '/recover/:token',
      '/recover/:token',
      '/email/:token',
      '/email/:token',
      '/email/back/:token',
      '/email/back/:token',
      '/invitation/:token',
      '/invitation/refuse/:token',
      '/invitation/refuse/:token',
    ]);
  });

  it('with a body refuses other types, and a body that is too large', async () => {
    const { api } = await start();
    const { token } = await newPerson(api);
    for (const route of ROUTES.filter(({ body }) => body !== 'none')) {
      const text = await api.call(targetOf(route), { token, body: 'x' });
      expect(`${route.id}: ${statusAndMessage(text)}`).toBe(`${route.id}: 415 General.Unsupported_media_type`);
      const large = await api.call(targetOf(route), { token, json: 'x'.repeat(1_048_577) });
      expect(`${route.id}: ${statusAndMessage(large)}`).toBe(`${route.id}: 413 General.Payload_too_large`);
    }
  });
});
