import { call } from '../state/session.ts';
import { eventsEn } from '../texts/eventsEn.ts';
import type { Event } from './EventParts.tsx';

/** What is selected, as it is in the address of the screen. */
export type Selected = Readonly<Record<(typeof NAMES)[number], string>>;

const NAMES = ['account', 'kind', 'since', 'until'] as const;

const PAGE = 1_000;
/** About 2.5 MB. */
const MOST_SAVED = 10_000;

export const selectedIn = (query: Pick<URLSearchParams, 'get'>): Selected =>
  Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ''])) as Selected; // each of its names

export function addressOfEvents(selected: Selected): string {
  const chosen = NAMES.filter((name) => selected[name] !== '').map((name) => [name, selected[name]]);
  return `/admin/events${chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`}`;
}

export const KINDS = Object.keys(eventsEn.kinds) as readonly Event['kind'][]; // as it is typed

/** Days are those of the person; the last one belongs to the time. */
export function queryOf({ account, kind, since, until }: Selected) {
  const [first, end] = [dayAfter(since, 0), dayAfter(until, 1)];
  const known = KINDS.find((one) => one === kind);
  return {
    ...(/^[1-9]\d{0,14}$/.test(account) && { account: Number(account) }),
    ...(known !== undefined && { kind: known }),
    ...(first >= 0 && { since: first }),
    ...(end >= 0 && { before: end }),
  };
}

/** When the day begins that is so many days after this one, in milliseconds; NaN for no day. */
function dayAfter(day: string, days: number): number {
  const [year = Number.NaN, month = 1, date] = day.split('-').map(Number);
  return new Date(year, month - 1, (date ?? Number.NaN) + days).getTime();
}

/** The newest ones of those that are selected, and whether there are more. */
export async function newestEvents(
  selected: Selected,
): Promise<{ readonly events: Event[]; readonly isPart: boolean }> {
  const events: Event[] = [];
  for (let after = {}, isPart = true; isPart; ) {
    const query = { ...queryOf(selected), ...after, limit: PAGE };
    const { data } = await call('adminListEvents', { params: { query } });
    events.push(...data.events);
    isPart = data.next !== null;
    if (isPart && events.length >= MOST_SAVED) return { events, isPart };
    after = { after: data.next };
  }
  return { events, isPart: false };
}
