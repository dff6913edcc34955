import { readFile } from 'node:fs/promises';
import { describeMongo } from '@algotheque/testing/mongo';
import { expect } from 'vitest';
import { requestCosts } from '../../bench/mongo/requests.ts';
import { requestsTable } from '../../bench/mongo/tables.ts';
import { trafficTable } from '../../bench/mongo/traffic.ts';

const DOCUMENT = new URL('../../docs/scaling.md', import.meta.url);

/** How many commands a request may wait for at most, for the requests whose speed is promised. */
const MOST = { reads: 3, writes: 2 };
const PROMISED = ['create', 'update', 'update, larger', 'delete'];

describeMongo('the requests in docs/scaling.md', ({ withScratch }) => {
  withScratch('send these commands, and wait for so many of them', async ({ url }) => {
    const costs = await requestCosts(url(), { problem: 'sorting' });
    const text = await readFile(DOCUMENT, 'utf8');
    expect(text).toContain(`<!-- requests -->\n${requestsTable(costs)}\n<!-- /requests -->`);
    expect(text).toContain(`<!-- traffic -->\n${trafficTable(costs)}\n<!-- /traffic -->`);
    const bounded = costs.filter(({ request }) => PROMISED.includes(request));
    expect(bounded.map(({ request }) => request)).toEqual(PROMISED);
    for (const { request, waits } of bounded) {
      expect(waits.reads, `${request}: reads`).toBeLessThanOrEqual(MOST.reads);
      expect(waits.writes, `${request}: writes`).toBeLessThanOrEqual(MOST.writes);
    }
  });
});
