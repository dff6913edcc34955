import * as v from 'valibot';
import { AUDIT_ACTIONS } from './audit.ts';
import { MAX_DATE_MS } from './clock.ts';
import { EVENT_KEY, firstKey, type StoredEvent, timeOfKey } from './eventStore.ts';
import { fields, id, pageLimit, type } from './input.ts';
import { accountsOperation } from './operation.ts';
import type { DamagedError } from './storeErrors.ts';

const DEFAULT_LIMIT = 100;

const time = v.pipe(v.number(type), v.safeInteger(type), v.minValue(0, 'min'), v.maxValue(MAX_DATE_MS, 'max'));

/** A page of events. Times are milliseconds since the Unix epoch. */
const EventPageDTO = v.object({
  /** The id of a user: who acted, or the user that it was done to. */
  account: v.optional(id),
  kind: v.optional(v.picklist(AUDIT_ACTIONS, type)),
  /** From this time on. */
  since: v.optional(time, 0),
  /** Before this time. */
  before: v.optional(time, MAX_DATE_MS),
  /** The `next` of the page before. Default: from the newest event. */
  after: v.optional(v.pipe(v.string(type), v.regex(EVENT_KEY, type))),
  /** 1 to 1,000; default 100. */
  limit: v.optional(pageLimit, DEFAULT_LIMIT),
});

const EventOutput = v.object({
  id: v.string(),
  kind: v.picklist(AUDIT_ACTIONS),
  /** Milliseconds since the Unix epoch. */
  date: v.number(),
  /** The user who acted; null when unknown, and for a command on the machine. */
  actorId: v.nullable(v.number()),
  /** The user that it was done to, or the algorithm where the kind begins with `algo.`; null when unknown, or there is none. */
  targetId: v.nullable(v.number()),
  /** The network of the client's address: IPv4 /24, IPv6 /48. */
  address: v.nullable(v.string()),
  /** By it the log is searched for what else the request did. */
  requestId: v.nullable(v.string()),
  /** Of `limit.refused`: the limit. */
  limit: v.nullable(v.string()),
});
export type ListedEvent = Readonly<v.InferOutput<typeof EventOutput>>;

const EventPageOutput = v.object({
  events: v.array(EventOutput),
  /** The `after` of the next page; null when this is the last one. */
  next: v.nullable(v.string()),
  /** The ids of damaged records, which are left out: a page with some is short, although more may follow. */
  damaged: v.array(v.string()),
});

/** Lists a page of events, the newest first. */
export const listEvents = accountsOperation({
  summary: 'List the events of accounts, the newest first, by account, kind and time',
  input: fields(EventPageDTO),
  output: EventPageOutput,
  async run({ account, kind, since, before, after, limit }, _caller, { events, clock, policy }) {
    const damaged: DamagedError[] = [];
    const from = firstKey(Math.max(since, clock.now() - policy.eventsMs, 0)); // what is older may wait for its removal
    const end = firstKey(before);
    const below = after !== undefined && after < end ? after : end;
    const query = { account, action: kind, from, below, limit };
    const found = await events.list(query, (damage) => void damaged.push(damage));
    return {
      events: found.events.map(shown),
      next: found.last,
      damaged: damaged.map((damage) => damage.id),
    };
  },
});

const shown = ({ key, action, ...rest }: StoredEvent): ListedEvent => ({
  id: key,
  kind: action,
  date: timeOfKey(key),
  ...rest,
});
