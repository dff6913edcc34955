import { httpFixture } from '@algotheque/testing/server';
import { expect, it } from 'vitest';
import { describeInBrowser, inBrowser } from './support/inBrowser.ts';
import { pageServer } from './support/pageServer.ts';

/** What the page does: it gets the module of the client, and the address of the service. */
const SESSION = `async ([address, url]) => {
  const { changeAlgo, createClient, listAlgos } = await import(address);
  const client = createClient({ url, onToken: (token) => sessionStorage.setItem('token', String(token)) });
  try {
    const account = { email: 'ada@example.org', password: 'analytical engine' };
    const { id } = (await client.call('registerUser', { body: { ...account, pseudo: 'Ada' } })).data;
    await client.call('login', { body: account });
    const isKept = sessionStorage.getItem('token') === client.token;
    for (const nom of ['One', 'Two', 'Three']) await client.call('createAlgo', { body: { nom, ownerId: id, sourceCode: [] } });
    const names = [];
    for await (const { nom } of listAlgos(client, id, { limit: 2 })) names.push(nom);
    const { etag } = await changeAlgo(client, 1, ({ nom }) => ({ nom: nom + ', changed' }));
    await client.call('logout');
    return { isKept, names, etag, token: client.token };
  } catch (error) {
    return { name: error.name, code: error.code };
  }
}`;

describeInBrowser('in a browser', () => {
  it('works across origins, from an origin that the service allows and from no other', async () => {
    const page = await pageServer();
    const service = await httpFixture({ ALGOTHEQUE_CORS_ORIGINS: page.url });
    try {
      await inBrowser(async (browser) => {
        const run = async (origin: string): Promise<unknown> => {
          const tab = await browser.newPage();
          await tab.goto(origin);
          return tab.evaluate(`(${SESSION})(${JSON.stringify([`${origin}/client.js`, service.url])})`);
        };
        // The names of the same machine are different origins.
        expect(await run(page.url.replace('127.0.0.1', 'localhost'))).toEqual({
          name: 'ApiError',
          code: 'Client.Unreachable',
        });
        expect(await run(page.url)).toEqual({
          isKept: true,
          names: ['One', 'Two', 'Three'],
          etag: '"2"',
          token: null,
        });
      });
    } finally {
      await service.close();
      await page.close();
    }
  });
});
