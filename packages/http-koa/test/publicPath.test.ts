import { describe, expect, it } from 'vitest';
import { dataOf } from './suite/api.ts';
import { newPerson } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const publicUrl = 'https://h.example/algo';

describe('a public address with a path, which a proxy removes', () => {
  const start = useServer();

  it('is in Location and Link', async () => {
    const { api } = await start({ http: { publicUrl } });
    const { id, token } = await newPerson(api);
    const make = (nom: string) => api.call('POST /api/algos', { token, json: { ownerId: id, nom, sourceCode: {} } });
    const made = await make('Euclid');
    await make('Sieve');
    expect(made.headers.get('Location')).toMatch(/^\/algo\/api\/algos\/\d+$/);
    const list = await api.call('GET /api/algos?limit=1', { token });
    expect(list.headers.get('Link')).toMatch(/^<\/algo\/api\/algos\?/);
  });

  it.each(['/', '/docs', '/nothing', '/api/users/recover', '/api/users/recover/AAAA', '/api/users/confirm/AAAA'])(
    'is in the links and forms of %s',
    async (path) => {
      const { api } = await start({ http: { publicUrl } });
      const { text } = await api.call(`GET ${path}`, { headers: { Accept: 'text/html' } });
      const links = [...text.matchAll(/(?:href|action|src|data-description)="([^"]*)"/g)].map(([, link = '']) => link);
      expect(links.filter((link) => link.startsWith('/')).length).toBeGreaterThan(0);
      expect(links.filter((link) => link.startsWith('/') && !link.startsWith('/algo/'))).toEqual([]);
    },
  );

  it('is in the description of the routes', async () => {
    const { api } = await start({ http: { publicUrl } });
    const { text } = await api.call('GET /openapi.json');
    expect(JSON.parse(text)).toMatchObject({ servers: [{ url: '/algo' }] });
  });
});

describe('a share that waits for an address', () => {
  const start = useServer();

  it('is withdrawn without a body, for proxies that remove that of a DELETE', async () => {
    const { api } = await start();
    const { id, token } = await newPerson(api);
    const json = { ownerId: id, nom: 'Euclid', sourceCode: {} };
    const made = await api.call('POST /api/algos', { token, json });
    const shares = `${made.headers.get('Location')}/shares`;
    await api.call(`POST ${shares}`, { token, json: { email: 'nobody+x@example.net', droits: 'Read' } });
    const ended = await api.call(`DELETE ${shares}?email=nobody%2Bx%40example.net`, { token });
    expect(ended.status).toBe(200);
    expect(dataOf(await api.call(`GET ${shares}`, { token }))).toMatchObject({ waiting: [] });
    const without = await api.call(`DELETE ${shares}`, { token });
    expect([without.status, without.headers.get('X-Missing-Fields')]).toEqual([400, 'email']);
    const unknown = await api.call(`DELETE ${shares}?mail=a%40example.net`, { token });
    expect(dataOf(unknown)).toMatchObject([{ path: '/mail', rule: 'unknown_parameter' }]);
  });
});
