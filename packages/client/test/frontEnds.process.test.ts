import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { createInterface } from 'node:readline';
import { createClient } from '@algotheque/client';
import { httpFixture } from '@algotheque/testing/server';
import { expect, it, onTestFinished } from 'vitest';
import { unusedPort } from '../../../test/support/unusedPort.ts';
import { describeInBrowser, inBrowser } from './support/inBrowser.ts';
import { pageServer } from './support/pageServer.ts';

const DOCUMENT = new URL('../../../docs/front-ends.md', import.meta.url);
const [inPage = '', onServer = ''] = [...(await readFile(DOCUMENT, 'utf8')).matchAll(/```ts\n(.*?)```/gs)].map(
  ([, code = '']) => code,
);

const ACCOUNT = { email: 'ada@example.org', password: 'analytical engine' };

/** The address of a service in which Ada has an algorithm. */
async function serviceOfAda(origin: string, proxies?: string): Promise<string> {
  const trusted = proxies !== undefined && { ALGOTHEQUE_TRUSTED_PROXIES: proxies };
  const { url, close } = await httpFixture({ ALGOTHEQUE_CORS_ORIGINS: origin, ...trusted });
  onTestFinished(close);
  const client = createClient({ url });
  const { id } = (await client.call('registerUser', { body: { ...ACCOUNT, pseudo: 'Ada' } })).data;
  await client.call('login', { body: ACCOUNT });
  await client.call('createAlgo', { body: { ownerId: id, nom: '<b>Euclid</b>', sourceCode: {} } });
  return url;
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout !== null) for await (const line of createInterface(stdout)) return line;
  return '';
}

it('the server of docs/front-ends.md renders what a person may see, and passes the session on', async () => {
  const own = `http://127.0.0.1:${await unusedPort()}`;
  const service = await serviceOfAda(own, '127.0.0.1');
  const env = { ...process.env, SERVICE: service, OWN_ORIGIN: own };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', onServer], {
    env,
    stdio: [...stdio],
  });
  onTestFinished(() => void child.kill());
  expect(await firstLine(child)).toBe(`Open ${own}`);

  let cookie = '';
  const open = async () => (await fetch(own, { headers: { Cookie: cookie } })).text();
  const send = async (path: string, fields: Readonly<Record<string, string>>, origin = own) => {
    const headers = { Cookie: `other=1; ${cookie}`, Origin: origin, 'User-Agent': 'Lynx/2.9' };
    const body = new URLSearchParams(fields);
    const answer = await fetch(own + path, { method: 'POST', headers, body, redirect: 'manual' });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return answer.status;
  };
  expect(await open()).toContain('action="/login"');
  expect(await send('/login', ACCOUNT, 'http://evil.example')).toBe(403);
  expect(await send('/login', { ...ACCOUNT, password: 'wrong' })).toBe(401);
  expect(await send('/login', ACCOUNT)).toBe(303);
  expect(await open()).toContain('<li>&#60;b&#62;Euclid&#60;/b&#62;</li>');
  const reader = await fetch(`${service}/api/users/1/sessions`, { headers: { Cookie: cookie } });
  const { data } = (await reader.json()) as { data: readonly { isCurrent: boolean; client: string }[] };
  expect(data.find(({ isCurrent }) => isCurrent)).toMatchObject({ client: 'Lynx', address: '127.0.0.0/24' });
  expect(await send('/logout', {})).toBe(303);
  expect(cookie).toBe('algotheque=');
  expect(await open()).toContain('action="/login"');
});

describeInBrowser('the page of docs/front-ends.md', () => {
  it('logs in, finds what is there, and logs out', async () => {
    const page = await pageServer();
    onTestFinished(() => page.close());
    const url = await serviceOfAda(page.url);
    const code = stripTypeScriptTypes(inPage).replace("'@algotheque/client'", JSON.stringify(`${page.url}/client.js`));
    const address = `data:text/javascript,${encodeURIComponent(code)}`;
    await inBrowser(async (browser) => {
      const tab = await browser.newPage();
      await tab.goto(page.url);
      const work = `import(${JSON.stringify(address)}).then((module) => module.algorithmsOf(${JSON.stringify(url)}, ${JSON.stringify(ACCOUNT)}))`;
      expect(await tab.evaluate(work)).toBe(1);
      expect(await tab.context().cookies()).toEqual([]);
    });
  });
});
