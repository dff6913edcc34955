import type { Page } from '@algotheque/testing/browser';
import { expect } from 'vitest';
import { barriers, overflow, PHONE } from '../support/pageChecks.ts';
import type { Person, Tab, World } from './world.ts';

type Colours = 'light' | 'dark';

/** The languages, each in other colours: words and colours hardly depend on each other. */
export const LANGUAGES = [
  { locale: 'en-GB', colours: 'light', others: 'dark' },
  { locale: 'fr-FR', colours: 'dark', others: 'light' },
] as const;
export type Language = (typeof LANGUAGES)[number];

/** A person on a phone, whose screens are looked at in one state after the other. What finds an element holds in each language. */
export interface Visit extends Pick<Tab, 'page' | 'context'> {
  /** Opens an address below that of the service. */
  go(path: string): Promise<unknown>;
  /** Looks at a state, once an element is there that shows it. */
  look(state: string, ready: string): Promise<void>;
  /** The same in both colours: at what lies over others, or is drawn by the editor. */
  lookTwice(state: string, ready: string): Promise<void>;
}

/** Nobody stumbles over any state that was looked at, and nothing is too wide. */
export async function seesNoBarriersIn(
  world: World,
  { locale, colours, others }: Language,
  walk: (visit: Visit) => Promise<void>,
): Promise<void> {
  await using tab = await world.tab({ locale, viewport: PHONE, colorScheme: colours });
  const { page, context, problems } = tab;
  const found: (readonly string[])[] = [];
  const look = async (state: string, ready: string, of: Colours = colours) => {
    await page.locator(ready).first().waitFor();
    found.push([state, of, String(await overflow(page)), ...(await barriers(page))]);
  };
  const lookTwice = async (state: string, ready: string) => {
    await look(state, ready);
    await page.emulateMedia({ colorScheme: others });
    await look(state, ready, others);
    await page.emulateMedia({ colorScheme: colours });
  };
  await walk({ page, context, go: (path) => page.goto(`${world.url}/${path}`), look, lookTwice });
  expect(found.filter(([, , ...wrong]) => wrong.join() !== '0')).toEqual([]);
  expect(problems.filter((text) => !text.includes('net::ERR_'))).toEqual([]); // what a lost network says
}

/** Sends the first form in an element. */
export const submit = (page: Page, within = 'main'): Promise<void> =>
  page.locator(`${within} [type=submit]`).first().click();

/** Logs in at the screen that asks for it. */
export async function enter(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await submit(page);
  await page.locator('header nav button').waitFor();
}

/** Opens a menu and chooses the action at a place, from 1. */
export async function choose(page: Page, menu: string, at: number): Promise<void> {
  await page.locator(`${menu} .menu summary`).first().click();
  await page.locator(`.menu[open] li:nth-child(${at}) button`).click();
}
