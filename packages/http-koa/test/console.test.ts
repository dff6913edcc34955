import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOOK } from '@algotheque/pages';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../test/support/scratchFolder.ts';
import { httpOptions } from '../src/options.ts';
import { SCRIPTED_CSP } from '../src/routes/siteAnswer.ts';
import { HOSTS, type Mount } from './mounting/hosts.ts';
import { appToMount } from './mounting/mountedApp.ts';
import { BROWSER } from './suite/expectPage.ts';
import { useServer } from './support/useServer.ts';

const SCRIPT = 'console.log("a script of some length, so that it is worth to be compressed, compressed, compressed");';

const folder = sharedFolder();
beforeAll(async () => {
  await mkdir(join(folder, 'assets'));
  const entry = { file: 'assets/main-a1.js', css: ['assets/main-b2.css'] };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ 'main.tsx': entry }));
  await writeFile(join(folder, 'assets/main-a1.js'), SCRIPT);
  await writeFile(join(folder, 'assets/main-b2.css'), 'a { color: red }');
  await writeFile(join(folder, 'assets/notes.txt'), 'no file of a page');
});

const start = useServer();

const served = async () => (await start({ http: { console: folder, name: '"Ada" <b>' } })).api;

describe('the console', () => {
  it('is where `/` leads browsers, in the language of the address; programs get JSON', async () => {
    const api = await served();
    const page = await fetch(`${api.url}/?lang=fr`, { headers: BROWSER, redirect: 'manual' });
    expect([page.status, page.headers.get('Location'), page.headers.get('Vary')]).toEqual([
      302,
      '/app?lang=fr',
      'Accept',
    ]);
    const json = await fetch(api.url, { redirect: 'manual' });
    expect(await json.json()).toMatchObject({ name: '"Ada" <b>' });
  });

  it('is one page for all of its screens, under a policy that lets nothing else in', async () => {
    const { url } = await served();
    const first = await fetch(`${url}/app`, { headers: { 'Accept-Language': 'fr' } });
    const text = await first.text();
    expect(first.headers.get('Content-Security-Policy')).toBe(SCRIPTED_CSP);
    expect(SCRIPTED_CSP).toMatch(/^default-src 'none'; /);
    expect(SCRIPTED_CSP).not.toMatch(/unsafe|https?:|\*/);
    expect([first.status, first.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(text).toContain('<html lang="fr">');
    expect(text).toContain('data-name="&#34;Ada&#34; &#60;b&#62;"');
    expect(text).toContain('data-users="/api/users"');
    expect(text).toContain('data-admin="/api/admin"');
    expect(text).not.toMatch(/<script>|<style|\son\w+=|style=|https?:\/\//i);
    const others = [
      '/app/',
      '/app/algos/12/history',
      '/app/%3Cscript%3E',
      '/app/assets',
      '/admin',
      '/admin/',
      '/admin/mails',
    ];
    for (const path of others) {
      const other = await fetch(`${url}${path}`, { headers: { 'Accept-Language': 'fr' } });
      expect([path, other.status, await other.text()]).toEqual([path, 200, text]);
    }
    expect((await fetch(`${url}/app`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${url}/app/algos/12`, { method: 'POST' })).status).toBe(405);
    for (const path of ['/apps', '/admins', '/Admin'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
  });

  it('has files that a browser keeps for ever, compressed if it likes', async () => {
    const { url } = await served();
    const get = (path: string, headers: Readonly<Record<string, string>>) =>
      fetch(`${url}/app/${path}`, { headers: { 'Accept-Encoding': 'identity', ...headers } });
    const packed = await get('assets/main-a1.js', { 'Accept-Encoding': 'gzip, br' });
    expect(await packed.text()).toBe(SCRIPT);
    const plain = await get('assets/main-a1.js', {});
    expect(await plain.text()).toBe(SCRIPT);
    const headersOf = ({ headers }: Response) =>
      ['Content-Type', 'Cache-Control', 'Vary', 'Content-Encoding'].map((name) => headers.get(name));
    const shared = ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'Accept-Encoding'];
    expect(headersOf(packed)).toEqual([...shared, 'gzip']);
    expect(headersOf(plain)).toEqual([...shared, null]);
    expect(plain.headers.get('ETag')).not.toBe(packed.headers.get('ETag'));
    const known = await get('assets/main-a1.js', { 'If-None-Match': plain.headers.get('ETag') ?? '' });
    expect([known.status, known.headers.get('Cache-Control')]).toEqual([304, shared[1]]);
    const look = await get('look.css', {});
    expect([look.headers.get('Content-Type'), look.headers.get('Cache-Control')]).toEqual([
      'text/css; charset=utf-8',
      'no-cache',
    ]);
    for (const path of ['assets/notes.txt', 'assets/none.js', 'assets/..%2fmanifest.json', 'assets/__proto__']) {
      expect([path, (await get(path, {})).status]).toEqual([path, 404]);
    }
  });

  it('is where pages lead on to', async () => {
    const { url } = await served();
    const page = await fetch(`${url}/api/users/recover`, { headers: BROWSER });
    expect(await page.text()).toContain('<p class="action"><a href="/app">Continue</a></p>');
  });

  it('has the look of an operator behind its own, and so have pages', async () => {
    const look = ':root { --accent: #5b2a86 }';
    const { url } = (await start({ http: { console: folder, look } })).api;
    expect(await (await fetch(`${url}/app/look.css`)).text()).toBe(LOOK + look);
    const page = await (await fetch(`${url}/api/users/recover`, { headers: BROWSER })).text();
    expect(page).toContain(`${look}</style>`);
    for (const wrong of ['</style>', '\0', ' '.repeat(65_537)])
      expect(() => httpOptions({ look: wrong })).toThrow(/^look does not take /);
  });

  it.each(['/app', '/admin', '/app/users'])('refuses the prefix %s of a group, where its screens are', (users) => {
    expect(() => httpOptions({ console: folder, prefixes: { users } })).toThrow(/^prefixes does not take /);
    expect(httpOptions({ prefixes: { users } }).prefixes.users).toBe(users);
    expect(httpOptions({ console: folder, prefixes: { users: '/apps' } }).prefixes.users).toBe('/apps');
  });

  it('is not there unless it is given, and a folder without it is refused', async () => {
    const { url } = (await start()).api;
    for (const path of ['/app', '/admin']) expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
    expect(() => httpOptions({ console: join(folder, 'assets') })).toThrow(/^console does not take /);
  });
});

it.each(Object.entries(HOSTS))('the console has the path of the mount in %s', async (_name, mount: Mount) => {
  const host = await mount(appToMount({ console: folder, fallThrough: true }).app, '/tools');
  try {
    const text = await (await fetch(`${host.url}/tools/app/me`)).text();
    expect(text).toContain('data-mount="/tools"');
    const addresses = [...text.matchAll(/(?:href|src)="(?!data:)([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses).toEqual(['/tools/app/look.css', '/tools/app/assets/main-b2.css', '/tools/app/assets/main-a1.js']);
    for (const address of addresses)
      expect([address, (await fetch(host.url + address)).status]).toEqual([address, 200]);
    const first = await fetch(`${host.url}/tools/`, { headers: BROWSER, redirect: 'manual' });
    expect(first.headers.get('Location')).toBe('/tools/app');
    expect(await (await fetch(`${host.url}/tools/admin/mails`)).text()).toBe(text);
  } finally {
    await host.close();
  }
});
