import { DEFAULT_LIMITS, UnavailableError } from '@algotheque/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { alive, ready } from '../src/routes/plainRoutes.ts';
import { type Call, dataOf } from './suite/api.ts';
import { BROWSER, expectPage } from './suite/expectPage.ts';
import { newPerson } from './suite/people.ts';
import { exchange, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

/** Requests that fail, the JSON that programs get, and what people read. */
// biome-ignore format: one request a line reads as the table that it is
const FAILURES: readonly (readonly [target: string, call: Call, status: number, json: string, text: string])[] = [
  ['GET /nothing', {}, 404, '{"status":404,"message":"Responses.General.Not_found"}', 'There is nothing at this address.'],
  ['POST /nothing', {}, 404, '{"status":404,"message":"Responses.General.Not_found"}', 'There is nothing at this address.'],
  ['GET /api/users', {}, 404, '{"message":"Responses.General.Not_found"}', 'There is nothing at this address.'],
  ['GET /api/users/1', {}, 401, '{"message":"Responses.General.Unauthorized"}', 'Please log in.'],
  ['GET /api/users/login', {}, 405, '{"message":"Responses.General.Method_not_allowed"}', 'This address does not take this method.'],
  ['POST /docs', {}, 405, '{"status":405,"message":"Responses.General.Method_not_allowed"}', 'This address does not take this method.'],
  ['POST /api/users/login', { body: 'x' }, 415, '{"message":"Responses.General.Unsupported_media_type","data":{"types":["application/json"]}}', 'The body has a type that is not understood.'],
  ['POST /api/users/login', { json: 'x'.repeat(20_000) }, 413, '{"message":"Responses.General.Payload_too_large"}', 'The body is too large.'],
  ['POST /api/users/login', { json: {} }, 400, '{"message":"Responses.General.Missing_data"}', 'Something that is required is missing.'],
  ['POST /api/users/confirm', { json: {} }, 400, '{"message":"Responses.General.Missing_data"}', 'Something that is required is missing.'],
];

/** What programs send as `Accept`. */
const PROGRAMS = ['*/*', 'application/json', 'image/png', 'application/json, text/html', 'text/html;q=0.9, */*'];

/** Headers that are the same for a page. */
const headersOf = (headers: Headers) =>
  ['Allow', 'WWW-Authenticate', 'Retry-After', 'Cache-Control', 'Connection'].map((name) => headers.get(name));

describe('a failure', () => {
  const start = useServer();
  afterEach(() => vi.restoreAllMocks());

  it.each(FAILURES)(
    'of %s %j is %i: JSON for programs, a page for browsers',
    async (target, call, status, json, text) => {
      const { api } = await start();
      const plain = await api.call(target, call);
      for (const Accept of PROGRAMS) {
        const reply = await api.call(target, { ...call, headers: { Accept } });
        expect([Accept, reply.status, reply.text, reply.headers.get('Content-Type')]).toEqual([
          Accept,
          status,
          json,
          'application/json; charset=utf-8',
        ]);
      }
      const page = await api.call(target, { ...call, headers: BROWSER });
      expectPage(page, status);
      expect(page.text).toContain(`<h1>Error ${status}</h1>`);
      expect(page.text).toContain(`<strong>Problem.</strong> ${text}`);
      expect(page.text).toContain('<p class="action"><a href="/">To the start page</a></p>');
      expect(headersOf(page.headers)).toEqual(headersOf(plain.headers));
    },
  );

  it.each([
    ['en', 'Wrong fields: modifiedSince, limit', 'Missing fields: nom, ownerId, sourceCode'],
    ['fr', 'Champs incorrects\u00a0: modifiedSince, limit', 'Champs manquants\u00a0: nom, ownerId, sourceCode'],
  ])('names what is wrong and what is missing, in %s', async (language, wrong, missing) => {
    const { api } = await start();
    const { token } = await newPerson(api);
    const headers = { ...BROWSER, 'Accept-Language': language };
    const invalid = await api.call('GET /api/algos?limit=x&modifiedSince=x', { token, headers });
    expectPage(invalid, 400, language);
    expect(invalid.text).toContain(`<p>${wrong}.</p>`);
    const absent = await api.call('POST /api/algos', { token, json: {}, headers });
    expect(absent.text).toContain(`<p>${missing}.</p>`);
  });

  it('names ten fields at most, without markup of the client', async () => {
    const { api } = await start();
    const { token } = await newPerson(api);
    const sent = { idUtilisateur: 1, droits: 'All' };
    const json = { nom: 'Euclid', sourceCode: {}, permsAlgorithme: Array.from({ length: 20 }, () => sent) };
    const { text } = await api.call('PATCH /api/algos/1', { token, json, headers: BROWSER });
    expect(text.match(/permsAlgorithme\/\d+\/droits/g)).toHaveLength(10);
    const unknown = await api.call('GET /api/algos?%3Cb%3E=1', { token, headers: BROWSER });
    expect(unknown.text).toContain('<p>Wrong fields: &#60;b&#62;.</p>');
  });

  it('is JSON without Accept', async () => {
    const { listening } = await start();
    const { text } = await exchange(listening.address.port, request('GET /nothing'));
    expect(text.split('\r\n\r\n')[1]).toBe('{"status":404,"message":"Responses.General.Not_found"}');
  });

  it('by a limit says how long to wait', async () => {
    const { api } = await start({ policy: { limits: DEFAULT_LIMITS } });
    const json = { email: 'ada@example.org', password: 'wrong' };
    for (let left = 10; left > 0; left -= 1) await api.call('POST /api/users/login', { json });
    const page = await api.call('POST /api/users/login', { json, headers: { ...BROWSER, 'Accept-Language': 'fr' } });
    expectPage(page, 429, 'fr');
    expect(page.headers.get('Retry-After')).toBe('60');
    expect(page.text).toContain('<p>Vous pourrez réessayer dans 60 secondes.</p>');
  });

  it('of the service itself names the request, and a store that is down says when to come back', async () => {
    const { api, log } = await start();
    vi.spyOn(alive, 'handle').mockRejectedValueOnce(new Error('planted <b>'));
    const page = await api.call('GET /healthz', { headers: BROWSER });
    expectPage(page, 500);
    expect(page.text).toContain(`this request has the number ${page.headers.get('X-Request-Id')}.`);
    expect(page.text).not.toContain('planted');
    expect(log.join()).toContain(`"requestId":"${page.headers.get('X-Request-Id')}"`);
    vi.spyOn(ready, 'handle').mockRejectedValueOnce(new UnavailableError());
    const down = await api.call('GET /readyz', { headers: BROWSER });
    expectPage(down, 503);
    expect(down.text).toContain('<p>You can try again in 1 second.</p>');
    vi.spyOn(alive, 'handle').mockRejectedValueOnce(new Error('planted'));
    const json = await api.call('GET /healthz');
    expect(dataOf(json)).toEqual({ requestId: json.headers.get('X-Request-Id') });
  });

  it('has for HEAD the headers of its page, and no body', async () => {
    const { api } = await start();
    for (const path of ['/nothing', '/api/users/1', '/api/users/login']) {
      const [get, head] = [
        await api.call(`GET ${path}`, { headers: BROWSER }),
        await api.call(`HEAD ${path}`, { headers: BROWSER }),
      ];
      expect([head.status, head.text]).toEqual([get.status, '']);
      for (const name of ['Content-Type', 'Content-Length', 'Content-Security-Policy', 'Allow']) {
        expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)]);
      }
    }
  });

  it('links to other languages only where the query may name one', async () => {
    const { api } = await start();
    const { token } = await newPerson(api);
    const linked = async (target: string) =>
      (await api.call(target, { token, headers: BROWSER })).text.includes('hreflang="fr"');
    expect(await linked('GET /nothing')).toBe(true);
    expect(await linked('POST /nothing')).toBe(false);
    expect(await linked('GET /api/users/77')).toBe(false); // this route refuses unknown parameters
    expectPage(await api.call('GET /api/users/77?lang=fr', { token, headers: BROWSER }), 400, 'fr');
    const french = await api.call('GET /nothing?lang=fr', { headers: BROWSER });
    expectPage(french, 404, 'fr');
    expect(french.text).toContain('<a href="/?lang=fr">Vers la page d’accueil</a>');
  });

  it('is no page where the route answers well', async () => {
    const { api } = await start();
    const reply = await api.call('GET /healthz', { headers: BROWSER });
    expect(reply.text).toBe('{"status":200,"message":"Responses.General.Success.Alive"}');
  });
});

describe('the language of a page', () => {
  const start = useServer();

  it('is that of the mail that its form asks for', async () => {
    const { api, ports } = await start();
    const { email } = await newPerson(api);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Accept-Language': 'en' };
    const body = new URLSearchParams({ email }).toString();
    await api.call('POST /api/users/recover?lang=fr', { headers, body });
    await api.call('POST /api/users/recover', { headers, body });
    expect(ports.mailer.sent.map(({ mail, recipient }) => [mail.kind, recipient.locale]).slice(1)).toEqual([
      ['recover', 'fr'],
      ['recover', 'en'],
    ]);
  });
});
