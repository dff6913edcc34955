import type { ComponentChildren } from 'preact';
import { Problem } from '../parts/Notice.tsx';
import { useLoaded } from '../parts/task.ts';
import { momentOf, numberOf, words } from '../state/locale.ts';
import { call } from '../state/session.ts';
import { adminWords } from './words.ts';

interface SessionsProps {
  readonly id: number;
  /** Read again when it changes. */
  readonly round: number;
}

export function AccountSessions({ id, round }: SessionsProps) {
  const t = adminWords().account;
  const own = words().me;
  const params = { path: { id } };
  const { data, failure, reload } = useLoaded(
    async (signal) => (await call('adminListSessions', { params, signal })).data,
    [id, round],
  );
  return (
    <section>
      <h2>{t.sessions}</h2>
      <Problem failure={failure} again={reload} />
      {data === null && failure === null && <p class="hint">{words().loading}</p>}
      {data?.length === 0 && <p>{t.noSessions}</p>}
      <ul class="algos">
        {(data ?? []).map(({ sessionId, client, address, dateUtilisation, dateExpiration }) => (
          <li key={sessionId}>
            <span class="name">{client ?? own.unknownClient}</span>
            {address !== null && <span class="hint">{address}</span>}
            <span class="hint">{own.used(momentOf(dateUtilisation))}</span>
            <span class="hint">{t.until(momentOf(dateExpiration))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SharesProps {
  readonly id: number;
  /** What is shown beside it if something is shared, and what once it is known. */
  readonly ifAny?: string;
  readonly children?: ComponentChildren;
}

/** With how many people an account shares. */
export function Shares({ id, ifAny, children }: SharesProps) {
  const t = adminWords().account;
  const params = { path: { id } };
  const { data, failure, reload } = useLoaded(
    async (signal) => (await call('adminCountShares', { params, signal })).data,
    [id],
  );
  if (data === null) {
    return failure === null ? <p class="hint">{words().loading}</p> : <Problem failure={failure} again={reload} />;
  }
  const { algos, people } = data;
  return (
    <>
      {algos === 0 ? <p>{t.noShares}</p> : <p>{t.shared(numberOf(algos), numberOf(people))}</p>}
      {algos > 0 && ifAny !== undefined && <p>{ifAny}</p>}
      {children}
    </>
  );
}
