import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { version } from '../src/openapi.ts';
import { pathOfFile, REFERENCE_FILES, SCRIPTED_CSP, SITE } from '../src/routes/siteAnswer.ts';
import { BROWSER, expectPage } from './suite/expectPage.ts';
import { useServer } from './support/useServer.ts';

const start = useServer();

async function served(http: Parameters<typeof start>[0] = {}) {
  const { url } = (await start(http)).api;
  return async (target: string, headers: Readonly<Record<string, string>> = {}) => {
    const [method = '', path = ''] = target.split(' ');
    const answer = await fetch(url + path, { method, headers, redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
}

const linksIn = (page: string): readonly string[] =>
  [...page.matchAll(/(?:href|src|data-description)="([^"]*)"/g)].map(([, link = '']) => link);

const PATHS: readonly string[] = [...Object.values(SITE), ...REFERENCE_FILES.map(pathOfFile)];

describe('GET /', () => {
  it('is JSON for programs', async () => {
    const get = await served();
    for (const Accept of ['*/*', 'application/json', 'image/png']) {
      const { status, headers, text } = await get('GET /', { Accept });
      expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(JSON.parse(text)).toEqual({
        name: 'Algotheque',
        version,
        links: { reference: '/docs', openapi: '/openapi.json', health: '/healthz', ready: '/readyz' },
      });
    }
  });

  it('and each failure and link is JSON for browsers too where there are no pages', async () => {
    const get = await served({ http: { pages: false } });
    for (const path of ['/', '/nothing', '/api/users/recover', '/api/users/confirm/none']) {
      const { headers } = await get(`GET ${path}`, BROWSER);
      expect([path, headers.get('Content-Type')]).toEqual([path, 'application/json; charset=utf-8']);
    }
  });

  it('is a page for browsers, without scripts, with links that lead somewhere', async () => {
    const get = await served();
    const page = await get('GET /', BROWSER);
    expectPage(page, 200);
    const { text } = page;
    expect(text).toContain(`Version ${version}`);
    expect(linksIn(text)).toEqual(['/docs', '/openapi.json', '/healthz', '/readyz', '?lang=fr']);
    for (const link of linksIn(text))
      expect(`${link} ${(await get(`GET ${link.replace(/^(?=\?)/, '/')}`)).status}`).toBe(`${link} 200`);
  });

  it.each([
    ['fr', 'en', 'fr', 'lire et essayer les routes'],
    ['en-GB,fr;q=0.5', 'fr', 'en', 'read and try the routes'],
    ['de', 'fr', 'fr', 'lire et essayer les routes'],
    ['', 'en', 'en', 'read and try the routes'],
  ] as const)(
    'for Accept-Language: %s, default %s, is in %s, and so is the reference',
    async (asked, locale, lang, words) => {
      const get = await served({ http: { locale } });
      const headers = { ...BROWSER, 'Accept-Language': asked };
      const page = (await get('GET /', headers)).text;
      expect(page).toContain(`<html lang="${lang}">`);
      expect(page).toContain(words);
      expect((await get('GET /docs', headers)).text).toContain(`<html lang="${lang}">`);
    },
  );
});

describe('GET /docs', () => {
  it('is a page that loads only files of the service, under a policy that lets nothing else in', async () => {
    const get = await served();
    const { status, headers, text } = await get('GET /docs');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('Content-Security-Policy')).toBe(SCRIPTED_CSP);
    expect(SCRIPTED_CSP).toMatch(/^default-src 'none'; /);
    expect(SCRIPTED_CSP).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(text).not.toMatch(/<script>|<style|\son\w+=|style=|https?:\/\//i);
    const paths = linksIn(text).filter((link) => link !== 'data:,');
    expect([...new Set(paths)].sort()).toEqual(PATHS.filter((path) => path !== '/docs').sort());
  });

  it('has scripts and styles, which a client keeps until they change', async () => {
    const get = await served();
    for (const name of REFERENCE_FILES) {
      const { status, headers, text } = await get(`GET /docs/${name}`);
      const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
      expect([status, headers.get('Content-Type')]).toEqual([200, type]);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Cache-Control')).toBe('no-cache');
      const bytes = Buffer.from(text);
      expect(headers.get('Content-Length')).toBe(String(bytes.length));
      const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
      expect(headers.get('ETag')).toBe(tag);
      for (const known of [tag, `W/${tag}`, '*']) {
        const again = await get(`GET /docs/${name}`, { 'If-None-Match': known });
        expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', tag]);
      }
      const head = await get(`HEAD /docs/${name}`);
      expect([head.status, head.text, head.headers.get('Content-Length')]).toEqual([200, '', String(bytes.length)]);
    }
  });

  it('names no other address in its style, and none that a browser would ask', async () => {
    const get = await served();
    for (const name of ['swagger-ui.css', 'page.css']) {
      const { text } = await get(`GET /docs/${name}`);
      expect(text).not.toContain('@import');
      expect([...text.matchAll(/url\((?!["']?data:)[^)]*/g)].map(([found]) => found)).toEqual([]);
    }
  });

  it('gives nothing else below it', async () => {
    const { url } = (await start()).api;
    const targets = [
      '/docs/index.html',
      '/docs/package.json',
      '/docs/swagger-ui-bundle.js.map',
      '/docs/swagger-ui-bundle.JS',
      '/docs/start.js/x',
      '/docs/%73tart.js',
      '/docs//start.js',
      '/docs/./start.js',
      '/docs/../package.json',
      '/docs/..%2fpackage.json',
      '/docs/%2e%2e/package.json',
      '/docs/..\\package.json',
      '/docs/start.js%00.css',
      '/docs/__proto__',
      '/docs/constructor',
      '//',
      '/.',
    ];
    for (const target of targets) expect(`${target} ${await rawStatus(url, target)}`).toBe(`${target} 404`);
  });
});

/** The status of a path that is sent as it is: `fetch` would remove dots. */
async function rawStatus(url: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { path, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    });
    sent.once('error', reject).end();
  });
}

describe('these pages', () => {
  it('accept GET and HEAD only', async () => {
    const get = await served();
    for (const path of PATHS) {
      const head = await get(`HEAD ${path}`);
      expect([path, head.status, head.text]).toEqual([path, 200, '']);
      const options = await get(`OPTIONS ${path}`);
      expect([path, options.status, options.headers.get('Allow')]).toEqual([path, 204, 'GET, HEAD']);
      const post = await get(`POST ${path}`);
      expect([path, post.status, post.headers.get('Allow')]).toEqual([path, 405, 'GET, HEAD']);
    }
  });

  it('are not there with `docs: false`, except the first, which does not link to them', async () => {
    const get = await served({ http: { docs: false } });
    for (const path of PATHS.filter((one) => one !== '/')) {
      const { status, text } = await get(`GET ${path}`);
      expect([path, status, text]).toEqual([path, 404, '{"status":404,"message":"Responses.General.Not_found"}']);
    }
    expect(linksIn((await get('GET /', BROWSER)).text)).toEqual(['/healthz', '/readyz', '?lang=fr']);
    expect(JSON.parse((await get('GET /')).text)).toMatchObject({ links: { health: '/healthz', ready: '/readyz' } });
    expect((await get('GET /')).text).not.toMatch(/docs|openapi/);
  });

  it('leave the path of a group to its routes', async () => {
    const get = await served({ http: { prefixes: { algos: '/docs' } } });
    expect((await get('POST /docs')).status).toBe(401);
    expect((await get('GET /docs/start.js')).status).toBe(401); // an algorithm with this id, as without the page
  });
});
