import { describe, expect, it } from 'vitest';
import type { Call } from './api.ts';
import type { World } from './fixture.ts';

const ANSWERS: readonly (readonly [status: number, target: string, call: Call])[] = [
  [200, 'GET /healthz', {}],
  [200, 'HEAD /healthz', {}],
  [204, 'OPTIONS /api/algos', {}],
  [400, 'GET /api/users/confirm/x', {}],
  [400, 'GET /api/users/recover/x', { headers: { Accept: 'text/html' } }],
  [400, 'POST /api/users/login', { json: {} }],
  [400, 'POST /api/users/login', { body: '{', headers: { 'Content-Type': 'application/json' } }],
  [401, 'GET /api/algos/1', {}],
  [404, 'GET /nothing', {}],
  [405, 'POST /api/users/1', {}],
  [413, 'POST /api/users/login', { json: 'x'.repeat(1_048_577) }],
  [415, 'POST /api/users/login', { body: 'x' }],
];

export function frameHeaders({ api }: World): void {
  describe('every answer', () => {
    it.each(ANSWERS)('has a closed Content-Security-Policy and no cookie: %i to %s', async (status, target, call) => {
      const { headers, status: got } = await api.call(target, call);
      expect(got).toBe(status);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
      expect(headers.get('Referrer-Policy')).toBe(isPage ? 'strict-origin' : 'no-referrer');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
      for (const name of ['X-Powered-By', 'Server', 'Set-Cookie', 'Access-Control-Allow-Origin']) {
        expect(headers.has(name)).toBe(false);
      }
    });

    it('give each request an id of its own, whatever the client sends', async () => {
      const call = () => api.call('GET /healthz', { headers: { 'X-Request-Id': 'mine\u00e9"' } });
      const ids = (await Promise.all([call(), call(), call()])).map(({ headers }) => headers.get('X-Request-Id'));
      expect(new Set(ids).size).toBe(3);
      expect(ids.join()).not.toContain('mine');
    });

    it('allow nothing to other origins by default', async () => {
      const headers = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'POST' };
      for (const Origin of ['https://example.org', 'null']) {
        const reply = await api.call('OPTIONS /api/users/login', { headers: { ...headers, Origin } });
        expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    });
  });
}
