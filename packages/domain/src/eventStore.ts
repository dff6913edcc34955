import * as v from 'valibot';
import { AUDIT_ACTIONS, type AuditAction } from './audit.ts';
import { MAX_DATE_MS } from './clock.ts';
import { type Health, intact, type OnDamaged } from './storeErrors.ts';

const TIME_CHARS = 11;

/** A time, in the order of times, then what makes the key unique. */
export const EVENT_KEY = /^[\da-z]{11}[\da-f]{12}$/;

/** Below the keys of all events since this time (milliseconds since the Unix epoch, not negative), and above those before it. */
export const firstKey = (time: number): string => Math.floor(time).toString(36).padStart(TIME_CHARS, '0');

/** Milliseconds since the Unix epoch. */
export const timeOfKey = (key: string): number => Number.parseInt(key.slice(0, TIME_CHARS), 36);

export const MAX_REQUEST_ID = 100;

const id = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1)));
const text = v.nullable(v.pipe(v.string(), v.maxLength(MAX_REQUEST_ID)));

const StoredEventSchema = v.strictObject({
  /** Keys are in the order of time; `timeOfKey` reads it. */
  key: v.pipe(
    v.string(),
    v.regex(EVENT_KEY),
    v.check((key) => timeOfKey(key) <= MAX_DATE_MS),
  ),
  action: v.picklist(AUDIT_ACTIONS),
  actorId: id,
  targetId: id,
  /** The network of the client's address, as `Session.address`. */
  address: text,
  requestId: text,
  limit: text,
});

/** What is kept of an `AuditEvent`. */
export type StoredEvent = Readonly<v.InferOutput<typeof StoredEventSchema>>;

/** As the functions of `storedValues.ts`; it checks the types too. */
export function impossibleInEvent(event: StoredEvent): string | null {
  const { success, issues } = v.safeParse(StoredEventSchema, event);
  return success ? null : (v.getDotPath(issues[0]) ?? 'key');
}

/** A page of records that are sorted and one more than its limit, if there are so many. @throws DamagedError as `intact` */
export function eventPageOf<Kept>(
  found: readonly Kept[],
  limit: number,
  {
    read,
    keyOf,
    onDamaged,
  }: {
    readonly read: (kept: Kept) => StoredEvent;
    readonly keyOf: (kept: Kept) => unknown;
    readonly onDamaged: OnDamaged | undefined;
  },
): EventPage {
  const looked = found.slice(0, limit);
  const events = intact(looked, read, { onDamaged });
  const end = looked.at(-1);
  const last = end === undefined || found.length <= limit ? null : String(keyOf(end));
  return { events, last: last !== null && EVENT_KEY.test(last) ? last : null };
}

/** The user that it was done to, if that is not who acted. The target of `algo.…` is an algorithm. */
export const otherUserOf = ({ action, actorId, targetId }: Omit<StoredEvent, 'key'>): number | null =>
  action.startsWith('algo.') || targetId === actorId ? null : targetId;

/** Selects events; what is absent selects all. */
export interface EventQuery {
  /** Who acted, or the user that it was done to. */
  readonly account?: number | undefined;
  readonly action?: AuditAction | undefined;
  /** Keys that are not below this text, such as a `firstKey`. */
  readonly from: string;
  /** Keys below this text. */
  readonly below: string;
  /** At most this many events, damaged ones included. */
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** The key of the last event that was looked at, damaged or not. Null when none is behind it, and after a damaged key. */
  readonly last: string | null;
}

/** The events that owners of the service read. The log has them, too. */
export interface EventStore extends Health {
  /** Stores events. One whose key is there has no effect. They need not survive a power loss. */
  append(events: readonly StoredEvent[]): Promise<void>;
  /**
   * The last events of those that are selected, the newest first. It looks at no others, so damaged ones count for the limit.
   */
  list(query: EventQuery, onDamaged?: OnDamaged): Promise<EventPage>;
  /** Removes events with a key below `from`; and if there are more than `most`, as many of the first ones. A damaged one counts too. */
  removeOld(kept: { readonly from: string; readonly most: number }): Promise<void>;
}
