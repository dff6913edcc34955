import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serving } from '../../../../test/support/httpServer.ts';
import type { GivenHttpOptions } from '../../src/index.ts';
import { dataOf } from '../suite/api.ts';
import { newAlgo, newPerson } from '../suite/people.ts';
import { HOSTS, type Mount } from './hosts.ts';
import { apiAt, appToMount } from './mountedApp.ts';

describe.each(Object.entries(HOSTS))('mounted in %s', (_name, mount: Mount) => {
  async function mounted(path: string, http: GivenHttpOptions = {}) {
    const host = await mount(appToMount(http).app, path);
    onTestFinished(host.close);
    const get = async (target: string, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await fetch(host.url + target, { headers });
      return { status: answer.status, text: await answer.text() };
    };
    return { host, api: apiAt(host, path), get };
  }

  it('gives a session in a cookie the path of the mount', async () => {
    const { api } = await mounted('/tools/algotheque');
    const { email, password } = await newPerson(api);
    const { headers } = await api.call('POST /api/users/login/cookie', { json: { email, password } });
    expect(headers.getSetCookie()).toEqual([expect.stringContaining('; Path=/tools/algotheque; HttpOnly')]);
  });

  it('keeps the path of the mount in Location and Link', async () => {
    const { host, api } = await mounted('/tools/algotheque');
    const owner = await newPerson(api);
    const json = { ownerId: owner.id, nom: 'Euclid', sourceCode: { steps: [0.1] } };
    const created = await api.call('POST /api/algos', { token: owner.token, json });
    const location = created.headers.get('Location') ?? '';
    expect(location).toMatch(/^\/tools\/algotheque\/api\/algos\/\d+$/);
    const headers = { Authorization: `Bearer ${owner.token}` };
    expect((await fetch(host.url + location, { headers })).status).toBe(200);

    await newAlgo(api, owner);
    const first = await api.call(`GET /api/algos/byUserId/${owner.id}?limit=1`, { token: owner.token });
    const next = /^<(\/tools\/algotheque\/[^>]*)>; rel="next"$/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    const second = await fetch(host.url + next, { headers });
    expect([second.status, dataOf<unknown[]>({ ...first, body: await second.json() })]).toEqual([
      200,
      [expect.anything()],
    ]);
  });

  it('keeps it in pages, and in the description of the routes', async () => {
    const { get } = await mounted('/tools');
    const page = await get('/tools/api/users/confirm/x?utm=a/b', { Accept: 'text/html' });
    expect(page.text).toContain('action="/tools/api/users/confirm"');
    for (const path of ['/tools/nothing', '/tools/api/users/1']) {
      const { status, text } = await get(path, { Accept: 'text/html' });
      expect([path, status >= 400, text.includes('<a href="/tools/">To the start page</a>')]).toEqual([
        path,
        true,
        true,
      ]);
    }
    const described = JSON.parse((await get('/tools/openapi.json')).text);
    expect(described).toMatchObject({ servers: [{ url: '/tools' }] });
  });

  it('keeps it in the start page and in the reference, with and without a slash at the end', async () => {
    const { get } = await mounted('/tools/a');
    const links = ['/docs', '/openapi.json', '/healthz', '/readyz'].map((path) => `href="/tools/a${path}"`);
    for (const target of ['/tools/a', '/tools/a/']) {
      const { status, text } = await get(target, { Accept: 'text/html' });
      const found = [...text.matchAll(/href="[^"?]+"/g)].map(String);
      expect([target, status, found]).toEqual([target, 200, links]);
      expect(JSON.parse((await get(target)).text)).toMatchObject({ links: { reference: '/tools/a/docs' } });
    }
    for (const target of ['/tools/a/docs', '/tools/a/docs/']) {
      const { text } = await get(target, { Accept: 'text/html' });
      const loaded = [...text.matchAll(/(?:href|src|data-description)="(\/[^"]*)"/g)].map(([, path = '']) => path);
      expect(loaded).toHaveLength(7);
      for (const path of new Set(loaded)) expect([path, (await get(path)).status]).toEqual([path, 200]);
      expect(loaded.filter((path) => !/^\/tools\/a(\/|$)/.test(path))).toEqual([]);
    }
  });

  it('answers other paths itself, below the mount only', async () => {
    const { get } = await mounted('/tools');
    expect(await get('/tools/other')).toMatchObject({ status: 404, text: expect.stringContaining('Not_found') });
    expect(await get('/toolsx')).toEqual({ status: 404, text: 'host' });
  });

  it('leaves other paths to the host where wished, with no header of its own', async () => {
    const { host, get } = await mounted('/tools', { fallThrough: true });
    for (const path of [
      '/tools/other',
      '/tools/docs/other.js',
      '/tools/api/users',
      '/tools/api/algos/1/2',
      '/tools/%zz',
    ]) {
      const answer = await fetch(host.url + path, { headers: { Accept: 'text/html' } });
      if (path.endsWith('%zz'))
        expect(answer.status).toBeGreaterThanOrEqual(400); // hosts refuse it before
      else expect(`${path} ${answer.status} ${await answer.text()}`).toBe(`${path} 404 host`);
      expect(answer.headers.has('X-Request-Id')).toBe(false);
    }
    for (const path of [
      '/tools',
      '/tools/',
      '/tools/healthz',
      '/tools/healthz/',
      '/tools/docs',
      '/tools/openapi.json',
    ]) {
      expect(`${path} ${(await get(path)).status}`).toBe(`${path} 200`);
    }
    expect((await fetch(`${host.url}/tools/healthz`, { method: 'POST' })).status).toBe(405);
    const off = await mounted('/tools', { fallThrough: true, docs: false });
    for (const path of ['/tools/openapi.json', '/tools/docs', '/tools/docs/start.js']) {
      expect(await off.get(path)).toEqual({ status: 404, text: 'host' });
    }
    expect((await off.get('/tools/')).status).toBe(200);
  });
});

describe('not mounted', () => {
  it('keeps the cookies that the host has set', async () => {
    const { app } = appToMount({});
    const serve = app.callback();
    const host = await serving((request, response) => {
      if (request.url?.endsWith('/login/cookie')) response.setHeader('Set-Cookie', 'place=1');
      void serve(request, response);
    });
    onTestFinished(host.close);
    const api = apiAt(host, '');
    const { email, password } = await newPerson(api);
    const { headers } = await api.call('POST /api/users/login/cookie', { json: { email, password } });
    expect(headers.getSetCookie()).toEqual(['place=1', expect.stringContaining('algotheque=')]);
  });

  const started = async (http: GivenHttpOptions, target = '/nothing') => {
    const host = await serving(appToMount(http).app.callback());
    onTestFinished(host.close);
    return (await fetch(host.url + target)).text();
  };

  it('answers every path, where it could fall through, too', async () => {
    const text = '{"status":404,"message":"Responses.General.Not_found"}';
    expect(await started({ fallThrough: true })).toBe(text);
    expect(await started({})).toBe(text);
  });

  it('has its routes at the root', async () => {
    expect(JSON.parse(await started({}, '/openapi.json'))).toMatchObject({ servers: [{ url: '/' }] });
  });
});

describe('the path of the mount', () => {
  it.each([
    ['/v1/api/users/confirm/x', '/v1/api/users/confirm'],
    ['http://evil.example/v1/api/users/confirm/x', '/v1/api/users/confirm'],
    ['//evil.example/api/users/confirm/x', '/api/users/confirm'],
    ['/%22%3E/"><b>/api/users/confirm/x', '/api/users/confirm'],
    ['/another/path', '/api/users/confirm'],
    [7, '/api/users/confirm'],
  ])('is taken from %j only if it is a plain path', async (originalUrl, action) => {
    const serve = appToMount().app.callback();
    const host = await serving((request, response) => {
      void serve(Object.assign(request, { originalUrl }), response);
    });
    onTestFinished(host.close);
    const answer = await fetch(`${host.url}/api/users/confirm/x`, { headers: { Accept: 'text/html' } });
    expect(await answer.text()).toContain(`action="${action}"`);
  });

  it('is the whole one of several applications in each other', async () => {
    const [outer, inner] = [express(), express()];
    inner.use('/inner', appToMount().app.callback());
    outer.use('/outer', inner);
    const host = await serving(outer);
    onTestFinished(host.close);
    const answer = await fetch(`${host.url}/outer/inner/api/users/confirm/x`, { headers: { Accept: 'text/html' } });
    expect(await answer.text()).toContain('action="/outer/inner/api/users/confirm"');
  });
});
