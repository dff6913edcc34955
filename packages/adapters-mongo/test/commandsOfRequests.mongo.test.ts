import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { describeMongo } from './support/describeMongo.ts';
import { requestCosts } from './support/requestCosts.ts';
import type { RequestCost } from './support/waits.ts';

const DOCUMENT = new URL('../../../docs/scaling.md', import.meta.url);

/** How many commands a request may wait for at most, for the requests whose speed is promised. */
const MOST = { reads: 3, writes: 2 };
const PROMISED = ['create', 'update', 'update, larger', 'delete'];

const HEAD =
  '| request | waits for reads | waits for writes | commands | behind the answer |\n| --- | ---: | ---: | ---: | ---: |';

const line = ({ request, waits, waited, behind }: RequestCost): string =>
  `| ${[request, waits.reads, waits.writes, list(waited), list(behind)].join(' | ')} |`;

const list = (sent: ReadonlyMap<string, number>): string =>
  [...sent].map(([key, count]) => (count === 1 ? key : `${count} × ${key}`)).join(', ');

describeMongo('the requests in docs/scaling.md', ({ withScratch }) => {
  withScratch('send these commands, and wait for so many of them', async ({ url }) => {
    const costs = await requestCosts(url(), { problem: 'sorting' });
    const text = await readFile(DOCUMENT, 'utf8');
    expect(text).toContain(`\n\n${HEAD}\n${costs.map(line).join('\n')}\n\n`);
    const bounded = costs.filter(({ request }) => PROMISED.includes(request));
    expect(bounded.map(({ request }) => request)).toEqual(PROMISED);
    for (const { request, waits } of bounded) {
      expect(waits.reads, `${request}: reads`).toBeLessThanOrEqual(MOST.reads);
      expect(waits.writes, `${request}: writes`).toBeLessThanOrEqual(MOST.writes);
    }
  });
});
