import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@algotheque/client';
import { createAdministration, type Ports, type ServiceRight } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { createApp, createContainer, createLogger } from '@algotheque/http-koa';
import { type Browser, type BrowserContext, launchBrowser, type Page } from '@algotheque/testing/browser';
import { build } from 'vite';
import { afterAll, beforeAll, expect } from 'vitest';
import { freeServer } from '../../../../test/support/httpServer.ts';
import { makeScratch } from '../../../../test/support/scratchFolder.ts';
import { type LocalOptions, openLocal } from '../../src/openLocal.ts';
import { mailFiles, mailText } from '../support/outbox.ts';
import { barriers, DESKTOP, overflow, PHONE } from '../support/pageChecks.ts';

const CONFIG = join(import.meta.dirname, '../../../console/vite.config.js');

/** In ms, for each step in a page. The browser shares the processors with other tests. */
export const TIMEOUT = 180_000;

export interface Tab extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What must not happen: violations of the policy, errors of scripts, requests to elsewhere. */
  readonly problems: readonly string[];
}

/** The service with the console of these sources, behind a server in this process, and a browser. */
export interface World {
  readonly url: string;
  /** Another person, of a program, who may have a right over the service. */
  person(name: string, right?: ServiceRight): Promise<Person>;
  /** For what no route does. */
  readonly ports: Ports;
  /** The same console on another service, which limits guesses of passwords, below a path of a host. */
  limited(): Promise<{ readonly url: string; readonly ports: Ports; close(): Promise<void> }>;
  /** A browser of its own: nobody is logged in. */
  tab(options?: Parameters<Browser['newContext']>[0]): Promise<Tab>;
  /** The text of the last mail. */
  lastMail(): Promise<string>;
  close(): Promise<void>;
}

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly client: ReturnType<typeof createClient>;
}

const MOUNT = '/tools';

export const PASSWORD = 'analytical engine';

/** @param store the settings of a store. Default: SQLite */
export async function consoleWorld(store: NonNullable<LocalOptions['settings']> = {}): Promise<World> {
  const scratch = makeScratch();
  const folder = join(scratch, 'console');
  await build({ configFile: CONFIG, build: { outDir: folder } });
  const { url, close, serve } = await freeServer();
  const settings = { ALGOTHEQUE_URL: url, ALGOTHEQUE_RATE_LIMITS: 'off', ...store };
  const local = await openLocal({ dataDir: join(scratch, 'data'), settings });
  const logger = createLogger({ level: 'error' });
  const handle = createApp({ service: local.service, logger, http: { ...local.http, console: folder } }).callback();
  serve((request, response) => void handle(request, response));
  const browser = await launchBrowser();
  let people = 0;
  return {
    url,
    ports: local.ports,
    person(name, right) {
      people += 1;
      return arrive({ url, ports: local.ports }, { email: `person${people}@example.org`, name, right });
    },
    async limited() {
      const other = await freeServer();
      const ports = memoryPorts();
      const strict = createApp(createContainer(ports, { http: { console: folder }, logger })).callback();
      // As a host application that has mounted it does.
      other.serve((request, response) => {
        const url = (request.url ?? '').replace(MOUNT, '') || '/';
        void strict(Object.assign(request, { originalUrl: request.url, url }), response);
      });
      return { ...other, ports, url: other.url + MOUNT };
    },
    tab: (options) => tabOf(browser, url, options),
    async lastMail() {
      return mailText((await mailFiles(join(scratch, 'data', 'outbox'))).at(-1) ?? '');
    },
    async close() {
      await browser.close();
      await close();
      await local.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** A world for the tests of a group. It has its parts when they run. */
export function useConsole(): World {
  const world = {} as World;
  beforeAll(async () => void Object.assign(world, await consoleWorld()));
  afterAll(() => world.close());
  return world;
}

interface Arriving {
  readonly email: string;
  readonly name: string;
  readonly right?: ServiceRight | undefined;
}

/** Registers a person and logs in by a program. Who gets a right is confirmed too. */
export async function arrive(
  { url, ports }: Pick<World, 'url' | 'ports'>,
  { email, name, right }: Arriving,
): Promise<Person> {
  const account = { email, password: PASSWORD };
  const client = createClient({ url });
  const { id } = (await client.call('registerUser', { body: { ...account, pseudo: name } })).data;
  await client.call('login', { body: account });
  if (right !== undefined) {
    const machine = createAdministration(ports);
    await machine.confirmAccount(id);
    await machine.grantServiceRight({ id, right });
  }
  return { id, ...account, client };
}

async function tabOf(browser: Browser, url: string, options: Parameters<Browser['newContext']>[0]): Promise<Tab> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  return { page, context, problems: watch(page, url), [Symbol.asyncDispose]: () => context.close() };
}

/** Answers that a page expects, such as 401 before the login, are no problem. */
const EXPECTED = /^Failed to load resource: the server responded with a status of 4\d\d/;

function watch(page: Page, origin: string): readonly string[] {
  const seen: string[] = [];
  page.on('console', (message) => {
    const isBad = ['error', 'warning'].includes(message.type()) && !EXPECTED.test(message.text());
    if (isBad) seen.push(message.text());
  });
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && to !== origin) seen.push(`request to ${to}`);
  });
  return seen;
}

/** Logs in at the screen that asks for it. */
export async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/**
 * Writes a text into the editor, in place of what is there, as a person does. `fill` would replace it by a command of the browser, which
 * adds `style` attributes that the policy refuses.
 */
export async function write(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').last().press('Control+a');
  await page.keyboard.insertText(text);
}

/** Waits until the screen says something. */
export const told = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

/** Opens an address in both languages, light on a phone and dark on a desk: nobody stumbles, and nothing is too wide. */
export async function seesNoBarriers(page: Page, url: string, ready: string): Promise<void> {
  const choose = (language: string) => page.getByRole('button', { name: language, exact: true }).click();
  for (const [language, lang, colorScheme, size] of [
    ['English', 'en', 'light', PHONE],
    ['Français', 'fr', 'dark', DESKTOP],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await page.goto(url);
    await choose(language);
    await page.locator(ready).first().waitFor();
    const found = [await page.locator('html').getAttribute('lang'), await overflow(page), await barriers(page)];
    expect([url, ...found]).toEqual([url, lang, 0, []]);
  }
  await choose('English');
}
