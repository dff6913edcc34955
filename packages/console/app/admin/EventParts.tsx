import type { DataOf } from '@algotheque/client';
import { Link } from '../parts/Link.tsx';
import { Problem } from '../parts/Notice.tsx';
import { useLoaded } from '../parts/task.ts';
import { momentOf, words } from '../state/locale.ts';
import { namesOf } from '../state/owners.ts';
import { call } from '../state/session.ts';
import { adminWords } from './words.ts';

export type Event = DataOf<'adminListEvents'>['events'][number];

const LAST = 10;

interface ListProps {
  readonly events: readonly Event[];
}

export function EventList({ events }: ListProps) {
  const ids = [...new Set(events.flatMap(accountsOf))];
  // Until the names are there, and where they cannot be read, the numbers say who it is.
  const { data: names } = useLoaded(() => namesOf(ids), [ids.join()]);
  return (
    <ul class="algos">
      {events.map((event) => (
        <Row key={event.id} event={event} nameOf={(id) => names?.get(id) ?? null} />
      ))}
    </ul>
  );
}

const isOfAlgo = ({ kind }: Event): boolean => kind.startsWith('algo.');

function accountsOf(event: Event): readonly number[] {
  const ids = isOfAlgo(event) ? [event.actorId] : [event.actorId, event.targetId];
  return ids.filter((id) => id !== null);
}

interface RowProps {
  readonly event: Event;
  /** Null: unknown, or of a deleted account. */
  readonly nameOf: (id: number) => string | null;
}

function Row({ event, nameOf }: RowProps) {
  const t = adminWords().events;
  const { kind, date, actorId, targetId, address, requestId, limit } = event;
  const limits: Readonly<Record<string, string>> = t.limits;
  const account = (id: number): string => {
    const name = nameOf(id);
    return name === null ? t.account(id) : `${name} (${id})`;
  };
  return (
    <li>
      <span class="name">{t.kinds[kind]}</span>
      {actorId !== null && <AccountLink id={actorId} text={account(actorId)} />}
      {targetId !== null && isOfAlgo(event) && <span class="hint">{t.on(t.algo(targetId))}</span>}
      {targetId !== null && !isOfAlgo(event) && targetId !== actorId && (
        <AccountLink id={targetId} text={t.on(account(targetId))} />
      )}
      {limit !== null && <span class="tag">{limits[limit] ?? limit}</span>}
      {address !== null && <span class="hint">{address}</span>}
      <time class="hint" dateTime={new Date(date).toISOString()}>
        {momentOf(date)}
      </time>
      {requestId !== null && <p class="hint wide">{t.request(requestId)}</p>}
    </li>
  );
}

const AccountLink = ({ id, text }: { readonly id: number; readonly text: string }) => (
  <Link to={`/admin/accounts/${id}`}>{text}</Link>
);

interface AccountProps {
  readonly id: number;
  /** Read again when it changes. */
  readonly round: number;
}

/** The last events of an account. */
export function AccountEvents({ id, round }: AccountProps) {
  const t = adminWords().events;
  const query = { account: id, limit: LAST };
  const { data, failure, reload } = useLoaded(
    async (signal) => (await call('adminListEvents', { params: { query }, signal })).data,
    [id, round],
  );
  return (
    <section>
      <h2>{t.last}</h2>
      <Problem failure={failure} again={reload} />
      {data === null && failure === null && <p class="hint">{words().loading}</p>}
      {data?.events.length === 0 && <p>{t.none}</p>}
      <EventList events={data?.events ?? []} />
      <p class="links">
        <Link to={`/admin/events?account=${id}`}>{t.all}</Link>
      </p>
    </section>
  );
}
