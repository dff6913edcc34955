import type { Page } from '@algotheque/testing/browser';
import axe from 'axe-core';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 900 };

/** How many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * What people with assistive technology would stumble over, by axe-core: rules and elements, also where it could not decide. It cannot
 * where the lines of a text in an open dialog lie over several elements of the page behind it.
 */
export async function barriers(page: Page): Promise<readonly string[]> {
  // To load it takes as long as to run it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe.source}; undefined`);
  return page.evaluate(`axe.run({ resultTypes: ['violations', 'incomplete'] }).then(({ violations, incomplete }) => {
    const isBehind = ({ any }) => any.some(({ data }) => data?.messageKey === 'elmPartiallyObscuring');
    const inDialog = ({ target }) => document.querySelector(String(target))?.closest('dialog[open]') != null;
    const undecided = incomplete.map((rule) => ({ ...rule, nodes: rule.nodes.filter((node) => !(isBehind(node) && inDialog(node))) }));
    return [...violations, ...undecided.filter(({ nodes }) => nodes.length > 0)]
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(' '));
  })`);
}

/** How many pixels the page is wider than its window: on a phone, there with text of twice the size, and on a desk. */
export async function overflows(page: Page): Promise<readonly number[]> {
  const found: number[] = [];
  for (const [size, text] of [
    [PHONE, '200%'],
    [DESKTOP, ''],
    [PHONE, ''],
  ] as const) {
    await page.setViewportSize(size);
    await page.evaluate(`document.documentElement.style.fontSize = '${text}'`);
    found.push(await overflow(page));
  }
  return found;
}
