import { createService } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { createApp, createLogger, type GivenHttpOptions } from '../src/index.ts';
import { statusAndMessage } from './suite/api.ts';
import { newPerson } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const service = createService(memoryPorts());
const logger = createLogger({ level: 'silent' });
const prefixes = (users: string, algos = '/algos') => ({ prefixes: { users, algos } });

const REFUSED: readonly GivenHttpOptions[] = [
  prefixes(''),
  prefixes('/'),
  prefixes('users'),
  prefixes('/users/'),
  prefixes('/a b'),
  prefixes('/:id'),
  prefixes('/a*'),
  prefixes('/same', '/same'),
  { maxBodyBytes: -1 },
  { maxBodyBytes: 1.5 },
  { maxBodyBytes: Number.NaN },
  { maxHeldBytes: 2_097_151 },
  { maxHeldBytes: Number.NaN },
  { maxBodyValues: 0 },
  { maxBodyValues: Number.POSITIVE_INFINITY },
  { corsOrigins: ['*'] },
  { corsOrigins: ['null'] },
  { corsOrigins: ['https://*.example.org'] },
  { corsOrigins: ['https://example.org/'] },
  { corsOrigins: ['example.org'] },
  { corsOrigins: ['https://EXAMPLE.org'] },
  { trustedProxies: ['proxy'] },
  { trustedProxies: ['10.0.0.0/33'] },
  { trustedProxies: ['10.0.0.0/'] },
  { trustedProxies: ['::1/129'] },
  { trustedProxies: ['10.0.0.0/8/8'] },
  { publicUrl: 'example.org' },
  { publicUrl: 'ftp://example.org' },
  { appUrl: 'javascript:alert(1)' },
  { name: '' },
  { name: ' Ada' },
  { name: 'a\nb' },
  { name: 'a'.repeat(65) },
];

describe('options', () => {
  const start = useServer();

  it.each(REFUSED)('%j is refused with its name', (http) => {
    const name = Object.keys(http)[0] ?? '';
    expect(() => createApp({ service, logger, http })).toThrow(RangeError);
    expect(() => createApp({ service, logger, http })).toThrow(name);
  });

  it('mount the groups at their prefixes, nested if needed', async () => {
    const { api } = await start({ http: { prefixes: { users: '/v1', algos: '/v1/algos' } } });
    const account = { email: 'ada@example.org', password: 'long enough', pseudo: 'Ada' };
    const created = await api.call('POST /v1/register', { json: account });
    expect(created.headers.get('Location')).toBe('/v1/1');
    const login = await api.call('POST /v1/login', { json: account });
    const { token } = (login.body as { data: { token: string } }).data;
    const algo = await api.call('POST /v1/algos', { token, json: { ownerId: 1, nom: 'Sort', sourceCode: {} } });
    expect(algo.headers.get('Location')).toBe('/v1/algos/1');
    const list = await api.call('GET /v1/algos/byUserId/1', { token });
    expect(list.body).toMatchObject({ status: 200, data: [{ id: 1 }] });
    expect((await api.call('DELETE /v1/algos', { token })).headers.get('Allow')).toBe('GET, HEAD, POST');
    expect((await api.call('GET /v1/x/y')).body).toEqual({ message: 'Responses.General.Not_found' });
    expect((await api.call('GET /v1/algos/x/y')).body).toEqual({ status: 404, message: 'Responses.General.Not_found' });
    expect(statusAndMessage(await api.call('GET /api/users/1'))).toBe('404 General.Not_found');
    const page = await api.call('GET /v1/confirm/x', { headers: { Accept: 'text/html' } });
    expect(page.text).toContain('action="/v1/confirm"');
  });

  it('keep the default prefix of a group without an option', async () => {
    const { api } = await start({ http: { prefixes: { users: '/v1' } } });
    expect(statusAndMessage(await api.call('GET /v1/1'))).toBe('401 General.Unauthorized');
    expect(statusAndMessage(await api.call('GET /api/algos/1'))).toBe('401 General.Unauthorized');
    const http = { prefixes: { files: '/v1' } } as GivenHttpOptions; // the compiler would refuse it
    expect(() => createApp({ service, logger, http })).toThrow(new RangeError('prefixes has no option files'));
  });

  it('limit bodies, and with https send Strict-Transport-Security', async () => {
    const { api } = await start({ http: { maxBodyBytes: 100, publicUrl: 'https://example.org' } });
    const reply = await api.call('POST /api/users/login', { json: 'x'.repeat(99) });
    expect(reply.status).toBe(413);
    expect(reply.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
    const few = await start({ http: { maxBodyValues: 4 } });
    const { token, id } = await newPerson(few.api);
    const sent = { ownerId: id, nom: 'Sort', sourceCode: {} };
    expect(statusAndMessage(await few.api.call('POST /api/algos', { token, json: sent }))).toBe(
      '413 General.Payload_too_large',
    );
    expect(statusAndMessage(await few.api.call('POST /api/algos', { token, json: [1, 2, 3] }))).toBe(
      '400 General.Invalid_data',
    );
    const plain = await start({ http: { publicUrl: 'http://localhost:3000' } });
    expect((await plain.api.call('GET /healthz')).headers.has('Strict-Transport-Security')).toBe(false);
  });

  it('set the language if the request asks for no known one', async () => {
    const { api } = await start({ http: { locale: 'fr' } });
    for (const [language, lang] of [
      ['*', 'fr'],
      ['de', 'fr'],
      ['en', 'en'],
    ] as const) {
      const headers = { Accept: 'text/html', 'Accept-Language': language };
      expect((await api.call('GET /api/users/confirm/x', { headers })).text).toContain(`<html lang="${lang}">`);
    }
  });

  it('name the service on pages, which lead on to its front end', async () => {
    const { api, mails } = await start({ http: { name: 'Ada & <co>', appUrl: 'https://app.example.org/?a&b' } });
    const asPage = { headers: { Accept: 'text/html' } };
    const link = '<a href="https://app.example.org/?a&#38;b">Continue</a>';
    expect((await api.call('GET /', asPage)).text).toContain('<title>Ada &#38; &#60;co&#62;</title>');
    await newPerson(api);
    const [mail] = await mails();
    const confirmed = (await api.call(`GET /api/users/confirm/${mail?.token}`, asPage)).text;
    expect([confirmed.includes(' – Ada &#38; &#60;co&#62;</title>'), confirmed.includes(link)]).toEqual([true, true]);
    expect((await api.call('GET /api/users/recover/x', asPage)).text).toContain(link);
    const { api: other } = await start();
    expect((await other.call('GET /api/users/recover/x', asPage)).text).not.toContain('Continue');
  });

  it('answer 503 on /readyz while the process drains, and serve other requests', async () => {
    let ready = true;
    const { api } = await start({ http: { isReady: () => ready } });
    expect((await api.call('GET /readyz')).status).toBe(200);
    ready = false;
    const reply = await api.call('GET /readyz');
    expect([statusAndMessage(reply), reply.headers.get('Retry-After')]).toEqual(['503 General.Unavailable', '1']);
    expect((await api.call('HEAD /readyz')).status).toBe(503);
    expect((await api.call('GET /healthz')).status).toBe(200);
    expect((await api.call('GET /api/users/1')).status).toBe(401);
  });
});
