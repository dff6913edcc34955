import { AUDIT_ACTIONS, type AuditAction, EVENT_KEY, type ListedEvent } from '@algotheque/domain';
import { UsageError } from '../startError.ts';
import { oneLine, tableOf } from '../terminal/text.ts';
import { type AccountContext, numberOption, withAccounts } from './withAccounts.ts';

type Given = Readonly<Record<'account' | 'kind' | 'since' | 'before' | 'after' | 'limit', string | undefined>>;

/** Each has about 250 bytes in memory and as a line. */
const MOST_LISTED = 100_000;
const LISTED = 1_000;
/** As the domain bounds a page. */
const PAGE = 1_000;

export async function list(context: AccountContext, given: Given) {
  const query = queryOf(given);
  const first = given.after === undefined ? {} : { after: keyOf(given.after) };
  const most = given.limit === undefined ? LISTED : numberOption('limit', given.limit, MOST_LISTED);
  return withAccounts(context, async (accounts) => {
    const events: ListedEvent[] = [];
    for (let after = first, hasMore = true; hasMore && events.length < most; ) {
      const page = await accounts.listEvents({ ...query, ...after, limit: Math.min(PAGE, most - events.length) });
      events.push(...page.events);
      for (const id of page.damaged) context.streams.stderr.write(`Event ${id} is damaged and left out.\n`);
      hasMore = page.next !== null;
      if (page.next !== null) after = { after: page.next };
      if (hasMore && events.length >= most) context.streams.stderr.write(`More may follow: --after ${page.next}\n`);
    }
    return { text: eventsTable(events), data: events, asLines: true as const };
  });
}

const queryOf = ({ account, kind, since, before }: Given) => ({
  ...(account !== undefined && { account: numberOption('account', account) }),
  ...(kind !== undefined && { kind: actionOf(kind) }),
  ...(since !== undefined && { since: timeOf('since', since) }),
  ...(before !== undefined && { before: timeOf('before', before) }),
});

function actionOf(text: string): AuditAction {
  const kind = AUDIT_ACTIONS.find((action) => action === text);
  if (kind === undefined) throw new UsageError(`--kind must be one of ${AUDIT_ACTIONS.join(', ')}.`);
  return kind;
}

function keyOf(text: string): string {
  if (!EVENT_KEY.test(text)) throw new UsageError('--after must be the id of an event.');
  return text;
}

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

function timeOf(option: string, text: string): number {
  const [day, time] = [text.slice(0, 10), TIME.test(text) ? Date.parse(text) : Number.NaN];
  // JavaScript reads the 31st of February as a day in March.
  if (time >= 0 && new Date(day).toISOString().startsWith(day)) return time;
  throw new UsageError(`--${option} must be a day or a moment, such as 2026-11-27 or 2026-11-27T09:30:00Z.`);
}

const TITLES = ['time', 'kind', 'by', 'on', 'network', 'request', 'limit'];

function eventsTable(events: readonly ListedEvent[]): string {
  if (events.length === 0) return 'No events';
  const rows = events.map(({ date, kind, actorId, targetId, address, requestId, limit }) =>
    [new Date(date).toISOString(), kind, actorId, targetId, address, requestId, limit].map((cell) =>
      oneLine(String(cell ?? '')),
    ),
  );
  return tableOf(TITLES, rows);
}
