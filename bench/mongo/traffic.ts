import { readsAndWrites } from './tables.ts';
import type { RequestCost } from './waits.ts';

/** The requests of an active user in a day: an assumption. Replace it by your own numbers. */
const A_DAY: Readonly<Record<string, number>> = { login: 1, list: 10, read: 20, create: 1, update: 10 };

/** Which part of the users is active on a day, and how many times the mean the busiest second has: assumptions. */
const ACTIVE_SHARE = 0.1;
const PEAK = 5;

const DAY_S = 86_400;

/** Operations a second at the peak, for each number of users. */
export function trafficTable(costs: readonly RequestCost[], numbers: readonly number[] = [1e6, 1e7, 1e8]): string {
  const head = '| users | requests/s | logins/s | reads/s | writes/s |\n| --- | ---: | ---: | ---: | ---: |';
  const lines = numbers.map((users) => {
    const perSecond = (users * ACTIVE_SHARE * PEAK) / DAY_S;
    const cells = [requests(), A_DAY['login'] ?? 0, operations(costs, 'reads'), operations(costs, 'writes')];
    return `| ${[users, ...cells.map((each) => Math.round(each * perSecond))].map((n) => n.toLocaleString('en')).join(' | ')} |`;
  });
  const mix = Object.entries(A_DAY).map(([request, count]) => `${count} ${request}`);
  const words = `Assumed: ${ACTIVE_SHARE * 100} % of the users are active on a day, each with ${mix.join(', ')}; the peak is ${PEAK} times the mean.`;
  return `${words}\n\n${[head, ...lines].join('\n')}`;
}

const requests = (): number => Object.values(A_DAY).reduce((total, count) => total + count, 0);

/** The operations of one active user in a day. */
function operations(costs: readonly RequestCost[], kind: 'reads' | 'writes'): number {
  const ofRequest = (request: string): number => {
    const cost = costs.find((each) => each.request === request);
    if (cost === undefined) throw new Error(`The cost of ${request} was not counted`);
    return readsAndWrites(cost)[kind];
  };
  return Object.entries(A_DAY).reduce((total, [request, count]) => total + count * ofRequest(request), 0);
}
