import type { DataOf } from '@algotheque/client';
import { Link } from '../parts/Link.tsx';
import { Problem } from '../parts/Notice.tsx';
import { useLoaded } from '../parts/task.ts';
import { momentOf } from '../state/locale.ts';
import { call } from '../state/session.ts';
import { adminWords } from './words.ts';

export type Event = DataOf<'adminListEvents'>['events'][number];

const LAST = 10;

interface ListProps {
  readonly events: readonly Event[];
}

export function EventList({ events }: ListProps) {
  return (
    <ul class="algos">
      {events.map((event) => (
        <Row key={event.id} {...event} />
      ))}
    </ul>
  );
}

function Row({ kind, date, actorId, targetId, address, requestId, limit }: Event) {
  const t = adminWords().events;
  const isOfAlgo = kind.startsWith('algo.');
  return (
    <li>
      <span class="name">{t.kinds[kind]}</span>
      {actorId !== null && <AccountLink id={actorId} text={t.account(actorId)} />}
      {targetId !== null && isOfAlgo && <span class="hint">{t.on(t.algo(targetId))}</span>}
      {targetId !== null && !isOfAlgo && targetId !== actorId && (
        <AccountLink id={targetId} text={t.on(t.account(targetId))} />
      )}
      {limit !== null && <span class="tag">{limit}</span>}
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
      {data?.events.length === 0 && <p>{t.none}</p>}
      <EventList events={data?.events ?? []} />
      <p class="links">
        <Link to={`/admin/events?account=${id}`}>{t.all}</Link>
      </p>
    </section>
  );
}
