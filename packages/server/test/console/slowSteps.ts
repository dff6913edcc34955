import { expect } from 'vitest';
import { type Tab, TIMEOUT } from './world.ts';

/** 1 Mbit/s, and 400 ms until an answer begins. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 125_000, uploadThroughput: 125_000 };

/** What one answer may take with its heads, but for files. */
const ANSWER_BYTES = 2_000;

/** Waits in the page, which takes less time than asking it again and again, and notes what it shows meanwhile. */
const WATCH = `(() => {
  let look = () => {};
  globalThis.shown = new Set();
  globalThis.until = (selector, text) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('There is no ' + selector + ' with ' + text)), ${TIMEOUT});
    const has = (one) => one.checkVisibility() && (one.textContent + one.shadowRoot?.textContent).includes(text);
    look = () => {
      if ([...document.querySelectorAll(selector)].some(has)) resolve();
    };
    look();
  });
  new MutationObserver(() => {
    const parts = [...document.querySelectorAll('main > :not(.head)')].filter((part) => part.checkVisibility());
    const isLoading = [...document.querySelectorAll('main .hint')].some((hint) => hint.textContent === 'Loading …');
    if (isLoading || document.querySelector('progress') !== null) shown.add('that it waits');
    if (document.querySelector('main') !== null && parts.every((part) => part.textContent === '')) shown.add('nothing');
    look();
  }).observe(document, { childList: true, characterData: true, subtree: true });
})()`;

interface Step {
  readonly go: () => Promise<unknown>;
  /** What is there at its end: an element with a text. */
  readonly until: readonly [selector: string, text: string];
  /** The page stays: it shows that it waits after half a second only. */
  readonly stays?: boolean;
  /** How many requests it may send. */
  readonly requests: number;
  /** How many of them at most wait for one another. Default: 1, all are sent at once. */
  readonly inTurn?: number;
  /** Default: that of answers without files. */
  readonly bytes?: number;
}

/** Takes steps over a slow network. Each asks for little, for nothing twice, and shows that it waits. */
export async function slowSteps({ page, context }: Tab, url: string) {
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', SLOW);
  const open = new Set<string>();
  let sent: string[] = [];
  let bytes = 0;
  const turns = new Map<string, number>();
  let lastTurn = 0;
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith(url)) return; // the icon is in the page
    open.add(requestId);
    turns.set(requestId, lastTurn + 1);
    sent.push(`${request.method} ${request.url.slice(url.length)}`);
  });
  network.on('Network.responseReceived', ({ response: { encodedDataLength, headers } }) => {
    bytes += encodedDataLength + Number(headers['Content-Length'] ?? 0); // that of the heads, and of what follows
  });
  const end = ({ requestId }: { readonly requestId: string }): void => {
    open.delete(requestId);
    lastTurn = Math.max(lastTurn, turns.get(requestId) ?? 0);
  };
  network.on('Network.loadingFinished', end);
  network.on('Network.loadingFailed', end); // Chromium may call a request failed whose answer was read by a stream
  await page.addInitScript(WATCH);
  return async (name: string, step: Step): Promise<void> => {
    const { go, until, stays = false, requests, inTurn = 1, bytes: most = requests * ANSWER_BYTES } = step;
    await go();
    await page.evaluate(`until(${until.map((one) => JSON.stringify(one)).join()})`);
    await expect.poll(() => open.size, { timeout: TIMEOUT, interval: 10 }).toBe(0);
    const shown: readonly string[] = await page.evaluate('[...shown]');
    expect([name, shown.includes('nothing')]).toEqual([name, false]);
    expect([name, stays || requests === 0 || shown.includes('that it waits')]).toEqual([name, true]);
    expect(new Set(sent).size, `${name}: ${sent.join(' ')}`).toBe(sent.length);
    expect(sent.length, `${name}: ${sent.join(' ')}`).toBeLessThanOrEqual(requests);
    expect(bytes, name).toBeLessThanOrEqual(most);
    expect(Math.max(0, ...turns.values()), `${name}, in turn: ${sent.join(' ')}`).toBeLessThanOrEqual(inTurn);
    [sent, bytes, lastTurn] = [[], 0, 0];
    turns.clear();
    await page.evaluate('shown.clear()');
  };
}
