import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describe } from 'vitest';

export type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

/** Debian's. */
const CHROMIUM = '/usr/bin/chromium';

const hasBrowser = existsSync(CHROMIUM);

/** Groups tests in a browser, which may start before them. Without one they are skipped, and their name says why. */
export function describeInBrowser(name: string, tests: () => void): void {
  describe.skipIf(!hasBrowser)(`${name}${hasBrowser ? '' : `: only with ${CHROMIUM}`}`, tests);
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });

/** Runs `work` with a browser, and ends the browser. */
export async function inBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await launchBrowser();
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
