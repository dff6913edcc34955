import type { Page } from '@algotheque/testing/browser';
import { expect } from 'vitest';
import { type Person, TIMEOUT } from './world.ts';

/** The element that has the focus, also in the editor: null for none, and whether it is seen that it has it. */
const STOP = `(() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (at === null || at === document.body) return null;
  const hasRing = (one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  };
  const around = [];
  for (let one = at; one != null; one = one.parentElement ?? one.getRootNode().host) around.push(one);
  const text = at.ariaLabel ?? at.labels?.[0]?.textContent ?? at.textContent;
  const [{ left, right, top, bottom }] = at.getClientRects();
  const middle = (from, to, end) => (Math.max(from, 0) + Math.min(to, end)) / 2;
  const onTop = at.getRootNode().elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
  const isCovered = onTop?.closest('.announcement') != null && !onTop.closest('.announcement').contains(at);
  return { name: text.trim(), isSeen: around.some(hasRing) && onTop !== null && !isCovered };
})()`;

interface Stop {
  readonly name: string;
  readonly isSeen: boolean;
}

/** What a person does who has the keys alone. */
export interface Keys {
  /** Goes on by Tab to what has this name, if it has not the focus yet; on a page that was loaded, from its start. */
  to(name: string): Promise<void>;
  press(key: string): Promise<void>;
  /** Goes on to a link or a button, and presses it. */
  choose(name: string): Promise<void>;
  /** Goes back to it by Shift+Tab, and presses it. */
  back(name: string): Promise<void>;
  /** Goes on to a field, and types in place of what is there. */
  type(name: string, text: string): Promise<void>;
  /** Goes on to a menu, opens it and chooses in it. */
  fromMenu(menu: string, action: string): Promise<void>;
  /** Answers a question by the button that it begins with, or closes it. */
  answer(key: 'Enter' | 'Escape'): Promise<void>;
  /** Waits until this has the focus. */
  isAt(name: string): Promise<void>;
  logIn(person: Pick<Person, 'email' | 'password'>): Promise<void>;
  /** Stops where nobody sees the focus, and where it was lost. */
  readonly faults: readonly string[];
}

const MOST_STOPS = 60;

export function keysOn(page: Page): Keys {
  const { keyboard } = page;
  const press = (key: string): Promise<void> => keyboard.press(key);
  const faults: string[] = [];
  let isNew = true;
  page.on('domcontentloaded', () => {
    isNew = true;
  });
  const look = (): Promise<Stop | null> => page.evaluate(STOP);
  const go = async (key: string, name: string): Promise<void> => {
    let stop = await look();
    if (stop === null && !isNew) faults.push(`lost before ${name}`);
    isNew = false;
    for (const passed: unknown[] = []; stop?.name !== name; passed.push(stop?.name)) {
      if (passed.length > MOST_STOPS) throw new Error(`${key} does not reach ${name}, but ${passed.join(', ')}`);
      await press(key);
      stop = await look();
      if (stop?.isSeen === false) faults.push(`not seen: ${stop.name}`);
    }
  };
  const to = (name: string): Promise<void> => go('Tab', name);
  const choose = async (name: string): Promise<void> => {
    await to(name);
    await press('Enter');
  };
  const type = async (name: string, text: string): Promise<void> => {
    await to(name);
    await press('Control+a');
    await keyboard.type(text);
  };
  return {
    to,
    press,
    choose,
    async back(name) {
      await go('Shift+Tab', name);
      await press('Enter');
    },
    type,
    async fromMenu(menu, action) {
      await choose(menu);
      await page.locator('.menu[open] li').first().waitFor();
      await choose(action);
    },
    async answer(key) {
      const question = page.locator('dialog'); // one that is closed has no role, and is still there
      await question.waitFor();
      await press(key);
      await question.waitFor({ state: 'detached' });
    },
    async isAt(name) {
      await expect.poll(async () => (await look())?.name, { timeout: TIMEOUT, interval: 20 }).toBe(name);
    },
    async logIn({ email, password }) {
      await type('E-mail address', email);
      await type('Password', password);
      await press('Enter');
    },
    faults,
  };
}
