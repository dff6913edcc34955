import { describeInBrowser, inBrowser, type Locator, type Page } from '@algotheque/testing/browser';
import { expect, it, vi } from 'vitest';
import { httpFixture } from './support/httpFixture.ts';
import { DESKTOP, overflow, PHONE } from './support/pageChecks.ts';

/**
 * Notes what must not happen on a page: errors and warnings of the console, which violations of the policy are, and requests to elsewhere.
 */
function watch(page: Page, origin: string): readonly string[] {
  const seen: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.push(message.text());
  });
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) seen.push(`request to ${url.origin}`);
  });
  return seen;
}

/** How bright the background of the page is, from 0 to 255. */
const brightness = (page: Page): Promise<number> =>
  page.evaluate(
    `Math.max(...getComputedStyle(document.documentElement).backgroundColor.match(/[\\d.]+/g).slice(0, 3))`,
  );

/** Opens a route in the reference. */
async function openRoute(page: Page, id: string): Promise<Locator> {
  const route = page.locator(`.opblock[id$="-${id}"]`);
  await route.locator('.opblock-summary-control').click();
  await route.getByRole('button', { name: 'Try it out' }).click();
  return route;
}

interface Given {
  readonly body?: unknown;
  readonly id?: number;
}

/** Tries a route as a person does. @returns the answer that the page shows */
async function tryRoute(page: Page, name: string, { body, id }: Given) {
  const route = await openRoute(page, name);
  if (id !== undefined) await route.locator('tr[data-param-name="id"] input').fill(String(id));
  if (body !== undefined) await route.locator('textarea').fill(JSON.stringify(body));
  await route.getByRole('button', { name: 'Execute' }).click();
  const answer = route.locator('.live-responses-table');
  const status = await answer.locator('.response-col_status').nth(1).innerText();
  const text = await answer.locator('.highlight-code code').first().innerText();
  expect(await overflow(page)).toBe(0);
  await route.locator('.opblock-summary-control').click();
  return { status: Number.parseInt(status, 10), body: JSON.parse(text) };
}

/** Gives the reference an access token. */
async function pasteToken(page: Page, token: string): Promise<void> {
  await page.locator('.scheme-container .authorize').click();
  const dialog = page.locator('.modal-ux');
  await dialog.locator('input').fill(token);
  expect(await overflow(page)).toBe(0);
  await dialog.locator('.authorize').click();
  await dialog.locator('.btn-done').click();
}

/** In ms, for the test and for each step in the page. The browser shares the processors with other tests. */
const TIMEOUT = 180_000;

describeInBrowser('the pages in a browser', () => {
  it(
    'lead a person from the first page to an algorithm of their own, on a phone, and keep a pasted token in memory only',
    async () => {
      const service = await httpFixture();
      try {
        await inBrowser(async (browser) => {
          const context = await browser.newContext({ viewport: PHONE, colorScheme: 'dark', locale: 'fr' });
          const page = await context.newPage();
          page.setDefaultTimeout(TIMEOUT);
          const problems = watch(page, service.url);
          await page.goto(`${service.url}/`);
          expect(await page.title()).toBe('Algotheque');
          expect(await overflow(page)).toBe(0);
          await page.getByRole('link', { name: 'Référence' }).click();
          await page.locator('.opblock').first().waitFor();
          expect(await overflow(page)).toBe(0);
          expect(await brightness(page)).toBeLessThan(60);

          const account = { email: 'ada@example.org', password: 'analytical engine' };
          const registered = await tryRoute(page, 'registerUser', { body: { ...account, pseudo: 'Ada' } });
          expect(registered).toMatchObject({ status: 201, body: { data: { pseudo: 'Ada' } } });
          const login = await tryRoute(page, 'login', { body: account });
          expect(login.status).toBe(200);
          await pasteToken(page, login.body.data.token);
          const ownerId: number = registered.body.data.id;
          const sourceCode = { steps: [1, 0.5] };
          const created = await tryRoute(page, 'createAlgo', { body: { nom: 'Euclid', ownerId, sourceCode } });
          expect(created.status).toBe(201);
          const read = await tryRoute(page, 'getAlgo', { id: created.body.data.id });
          expect(read).toMatchObject({ status: 200, body: { data: { nom: 'Euclid', droits: 'Owner', sourceCode } } });

          await page.setViewportSize(DESKTOP);
          await page.emulateMedia({ colorScheme: 'light' });
          // The page is notified of the other colours a moment later.
          await vi.waitFor(async () => expect(await brightness(page)).toBeGreaterThan(200), TIMEOUT);
          expect(await overflow(page)).toBe(0);

          expect(await context.storageState()).toEqual({ cookies: [], origins: [] }); // the token is in the memory of the page only
          expect(problems).toEqual([]);
        });
      } finally {
        await service.close();
      }
    },
    TIMEOUT,
  );
});
