import { describe, expect, it } from 'vitest';
import { newPerson } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const ORIGIN = 'https://app.example.org';
const PREFLIGHT = { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'authorization' };

describe('CORS', () => {
  const start = useServer();
  const open = () => start({ http: { corsOrigins: [ORIGIN, 'http://localhost:5173'] } });

  it('answers a preflight from a configured origin, without a token', async () => {
    const { api } = await open();
    const reply = await api.call('OPTIONS /api/algos/1', { headers: { Origin: ORIGIN, ...PREFLIGHT } });
    expect(reply.status).toBe(204);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      allow: 'GET, HEAD, PUT, PATCH, DELETE',
      vary: 'Origin',
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, If-Match, If-None-Match',
      'access-control-max-age': '600',
    });
    expect(reply.headers.get('Access-Control-Allow-Credentials')).toBe('true');
  });

  it.each([
    [200, 'GET /healthz'],
    [401, 'GET /api/algos/1'],
    [404, 'GET /nothing'],
    [405, 'PATCH /api/users/login'],
  ])('allows a page of a configured origin to read %i of %s', async (status, target) => {
    const { api } = await open();
    const reply = await api.call(target, { headers: { Origin: ORIGIN } });
    expect(reply.status).toBe(status);
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN);
    expect(reply.headers.get('Access-Control-Expose-Headers')).toBe(
      'Content-Disposition, ETag, Location, Link, Retry-After, WWW-Authenticate, X-Entries-Left-Out, X-Missing-Fields, X-Records-Left-Out, X-Request-Id, X-Total-Count, X-Total-Count-Or-More',
    );
  });

  it.each([
    'null',
    'https://app.example.org.evil.example',
    'https://evil.example',
    'http://app.example.org',
    'https://app.example.org:8443',
    'https://APP.example.org',
    'https://app.example.org/',
    '*',
    'https://sub.app.example.org',
  ])('allows JSON of no other site: a preflight of %s is refused', async (Origin) => {
    const { api } = await open();
    for (const target of ['OPTIONS /api/algos/1', 'GET /healthz']) {
      const reply = await api.call(target, { headers: { Origin, ...PREFLIGHT } });
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(reply.headers.get('Vary')).toBe('Origin');
    }
  });

  it('allows the headers that a preflight asks for, such as those of tracing, and no text that is no name', async () => {
    const { api } = await open();
    const asked = 'authorization, traceparent,baggage,sentry-trace, x y, "q", ';
    const headers = { Origin: ORIGIN, ...PREFLIGHT, 'Access-Control-Request-Headers': asked };
    const reply = await api.call('OPTIONS /api/algos/1', { headers });
    expect(reply.headers.get('Access-Control-Allow-Headers')).toBe(
      'Authorization, Content-Type, If-Match, If-None-Match, traceparent, baggage, sentry-trace',
    );
    const many = Array.from({ length: 31 }, (_, index) => `x-${index}`).join(',');
    const most = await api.call('OPTIONS /api/algos/1', {
      headers: { ...headers, 'Access-Control-Request-Headers': many },
    });
    expect(most.headers.get('Access-Control-Allow-Headers')?.split(', ')).toHaveLength(4 + 30);
    const stranger = await api.call('OPTIONS /api/algos/1', {
      headers: { ...headers, Origin: 'https://evil.example' },
    });
    expect(stranger.headers.has('Access-Control-Allow-Headers')).toBe(false);
  });

  it.each(['tauri://localhost', 'capacitor://localhost', 'app://.', 'moz-extension://9c7d1f0e-0000'])(
    'allows the origin of a program or an extension: %s',
    async (Origin) => {
      const { api } = await start({ http: { corsOrigins: [Origin] } });
      const reply = await api.call('OPTIONS /api/algos/1', { headers: { Origin, ...PREFLIGHT } });
      expect(reply.headers.get('Access-Control-Allow-Origin')).toBe(Origin);
    },
  );

  it.each(['null', '*', 'file://', 'file://host', 'tauri://', 'tauri://a/b', 'tauri://a b', 'tauri:localhost'])(
    'is refused for what is no origin: %s',
    async (origin) => {
      await expect(start({ http: { corsOrigins: [origin] } })).rejects.toThrow(/corsOrigins/);
    },
  );

  it('adds its Vary to that of the answer', async () => {
    const { api } = await open();
    const { id, token } = await newPerson(api);
    const json = { ownerId: id, nom: 'Sort', sourceCode: {} };
    const created = await api.call('POST /api/algos', { token, json });
    const reply = await api.call(`GET ${created.headers.get('Location')}`, { token, headers: { Origin: ORIGIN } });
    expect(reply.headers.get('Vary')).toBe('Origin, Authorization, Cookie');
  });
});
