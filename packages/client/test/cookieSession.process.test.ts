import { httpFixture } from '@algotheque/testing/server';
import { expect, it } from 'vitest';
import { describeInBrowser, inBrowser, type Page } from './support/inBrowser.ts';
import { pageServer } from './support/pageServer.ts';

/** What the page of a front end does, with the module of the client and the address of the service. */
const SESSION = `async ([address, url]) => {
  const { createClient } = await import(address);
  const client = createClient({ url, session: 'cookie' });
  const account = { email: 'ada@example.org', password: 'analytical engine' };
  const { id } = (await client.call('registerUser', { body: { ...account, pseudo: 'Ada' } })).data;
  const { data } = await client.call('loginByCookie', { body: account });
  await client.call('createAlgo', { body: { nom: 'Euclid', ownerId: id, sourceCode: [] } });
  return { keys: Object.keys(data), token: client.token, seen: document.cookie };
}`;

/** The status with which the service knows the person of this page. */
const ME = `async ([address, url]) => {
  const { createClient } = await import(address);
  const client = createClient({ url, session: 'cookie' });
  return client.call('getOwnUser').then(({ status }) => status, (error) => error.status);
}`;

const LOGOUT = `async ([address, url]) => {
  const { createClient } = await import(address);
  return (await createClient({ url, session: 'cookie' }).call('logout')).status;
}`;

/** What a page of another site can make a browser send, beside opening the address. */
const ATTACK = `async ([target]) => {
  const image = new Image();
  const failed = new Promise((done) => { image.onerror = done; });
  image.src = target;
  await failed;
  for (const method of ['GET', 'POST']) await fetch(target, { method, mode: 'no-cors', credentials: 'include' });
  await fetch(target, { method: 'POST', credentials: 'include', headers: { 'Content-Type': 'application/json' } }).catch(() => {});
}`;

const run = (tab: Page, work: string, given: readonly string[]): Promise<unknown> =>
  tab.evaluate(`(${work})(${JSON.stringify(given)})`);

describeInBrowser('a session in a cookie, in a browser', () => {
  it('serves a front end of the same site, and no script reads it; another site changes nothing with it', async () => {
    const page = await pageServer();
    const neighbour = await pageServer(); // of the same site, but not in the settings
    const service = await httpFixture({ ALGOTHEQUE_CORS_ORIGINS: page.url });
    try {
      await inBrowser(async (browser) => {
        const context = await browser.newContext();
        const tab = await context.newPage();
        await tab.goto(page.url);
        const given = [`${page.url}/client.js`, service.url];
        expect(await run(tab, SESSION, given)).toEqual({
          keys: ['dateExpiration', 'utilisateur'],
          token: null,
          seen: '',
        });
        expect(await run(tab, ME, given)).toBe(200);

        const evil = await context.newPage();
        await evil.goto(page.url.replace('127.0.0.1', 'localhost')); // another site
        const target = `${service.url}/api/users/logout`;
        await run(evil, ATTACK, [target]);
        // A page of the same site: the browser sends the cookie with all that it sends.
        await evil.goto(neighbour.url);
        const sent: number[] = [];
        evil.on('response', (answer) => void (answer.url() === target && sent.push(answer.status())));
        await run(evil, ATTACK, [target]);
        expect(new Set(sent)).toEqual(new Set([403]));
        // A link: the browser sends the cookie.
        const [followed] = await Promise.all([
          evil.waitForResponse(target),
          evil.evaluate(`location.href = ${JSON.stringify(target)}`),
        ]);
        expect(followed.status()).toBe(403);
        // A form of another site, from a tab of its own: the one before is still leaving.
        const other = await context.newPage();
        await other.goto(page.url.replace('127.0.0.1', 'localhost'));
        const form = `const form = document.createElement('form'); form.method = 'post'; form.action = ${JSON.stringify(target)}; document.body.append(form); form.submit()`;
        const [posted] = await Promise.all([other.waitForResponse(target), other.evaluate(form)]);
        expect(posted.status()).toBe(401); // without the cookie
        expect(await run(tab, ME, given)).toBe(200);

        expect(await run(tab, LOGOUT, given)).toBe(200);
        expect(await context.cookies()).toEqual([]);
        expect(await run(tab, ME, given)).toBe(401);
      });
    } finally {
      await service.close();
      await page.close();
      await neighbour.close();
    }
  });
});
