import { afterEach, describe, expect, it, vi } from 'vitest';
import { ROUTES, type Route } from '../src/index.ts';
import { partsOf } from '../src/routes/sources.ts';
import { dataOf, statusAndMessage } from './suite/api.ts';
import { newPerson } from './suite/people.ts';
import { targetOf } from './support/targetOf.ts';
import { useServer } from './support/useServer.ts';

const JSON_ONLY = { Accept: 'application/json' };
const PRECONDITIONS = ['If-Match', 'If-None-Match'] as const;
const readsHeader = ({ sources }: Route, name: string): boolean =>
  partsOf(sources).some(([, source]) => source.in === 'header' && source.name === name);

describe('a precondition', () => {
  const start = useServer();
  afterEach(() => vi.restoreAllMocks());

  /** Of each route the preconditions whose requests reach its work. */
  async function reaching(value: string) {
    const { api } = await start();
    const { token } = await newPerson(api);
    const reached: (readonly [string, string])[] = [];
    for (const route of ROUTES) {
      for (const name of PRECONDITIONS) {
        const work = vi.spyOn(route, 'handle').mockRejectedValueOnce(new Error('planted'));
        const headers = { ...JSON_ONLY, [name]: value };
        const reply = await api.call(targetOf(route), { token, headers, ...(route.body !== 'none' && { json: {} }) });
        if (work.mock.calls.length > 0) {
          expect(`${route.id}: ${reply.status}`).toBe(`${route.id}: 500`);
          reached.push([route.id, name]);
        } else {
          expect(`${route.id}: ${statusAndMessage(reply)}`).toBe(`${route.id}: 400 General.Invalid_data`);
          expect(dataOf(reply)).toMatchObject([{ path: `/${name}`, rule: 'unknown_parameter' }]);
        }
        work.mockRestore();
      }
    }
    return reached;
  }

  it.each(['"1"', '*', 'W/"7"', 'x', ''])(
    '%s reaches only routes that read it, and no write that does not',
    async (value) => {
      const expected = ROUTES.flatMap((route) =>
        PRECONDITIONS.filter((name) => {
          const isRead = route.head === true || route.group === 'root';
          return readsHeader(route, name) || (isRead && (name === 'If-None-Match' || route.group === 'root'));
        }).map((name) => [route.id, name] as const),
      );
      expect(await reaching(value)).toEqual(expected);
    },
  );

  it('is read by these routes', () => {
    const reading = (name: string) => ROUTES.filter((route) => readsHeader(route, name)).map(({ id }) => id);
    expect(reading('If-None-Match')).toEqual(['getAlgo']);
    expect(reading('If-Match')).toEqual([
      'updateAlgo',
      'patchAlgo',
      'deleteAlgo',
      'leaveAlgo',
      'restoreVersion',
      'createFolder',
      'updateFolder',
      'deleteFolder',
    ]);
  });

  it('that is refused is a page for a client that prefers HTML, and comes after the token', async () => {
    const { api } = await start();
    const headers = { 'If-Match': '"1"', Accept: 'text/html' };
    for (const route of ROUTES.filter(({ page }) => page !== undefined)) {
      const reply = await api.call(targetOf(route), { headers });
      expect([route.id, reply.status, reply.headers.get('Content-Type')]).toEqual([
        route.id,
        400,
        'text/html; charset=utf-8',
      ]);
    }
    const stranger = await api.call('PUT /api/algos/1/dossier', { headers: { ...JSON_ONLY, 'If-Match': '"1"' } });
    expect(stranger.status).toBe(401);
  });

  it('by a date has no effect, as no answer has one', async () => {
    const { api } = await start();
    const { token } = await newPerson(api);
    const headers = { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' };
    const made = await api.call('POST /api/folders', { token, headers, json: { nom: 'Sorting' } });
    expect([made.status, made.headers.get('Last-Modified')]).toEqual([201, null]);
  });
});
