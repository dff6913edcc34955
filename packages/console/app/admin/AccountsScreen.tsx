import { Link } from '../parts/Link.tsx';
import { Problem } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useLoaded } from '../parts/task.ts';
import { dateOf, words } from '../state/locale.ts';
import { call } from '../state/session.ts';
import { FindAccount } from './FindAccount.tsx';
import { Damaged, LookOnly, Pages, Tags } from './parts.tsx';
import { adminWords } from './words.ts';

const ROWS = 50;

interface Props {
  /** What addresses or names begin with; null: all accounts, by their numbers. */
  readonly start: string | null;
  readonly after: string | null;
}

export function AccountsScreen({ start, after }: Props) {
  const t = adminWords().accounts;
  const { data, failure, reload } = useLoaded(
    async (signal) => {
      const query = { limit: ROWS, ...(start !== null && { start }), ...(after !== null && { after }) };
      return (await call('adminListAccounts', { params: { query }, signal })).data;
    },
    [start, after],
  );
  const accounts = data?.accounts ?? [];
  /** A page by a start may be empty although more follow. */
  const noneOf = (isMore: boolean): string => (isMore ? t.noneHere : start === null ? t.none : t.noneBegins);
  return (
    <Screen title={start === null ? t.title : t.begin(start)}>
      <LookOnly />
      <FindAccount start={start} />
      <Problem failure={failure} again={reload} />
      {data === null && failure === null && <p class="hint">{words().loading}</p>}
      {data !== null && accounts.length === 0 && <p class="empty">{noneOf(data.next !== null)}</p>}
      <ul class="algos">
        {accounts.map((account) => (
          <li key={account.id}>
            <span class="hint">{account.id}</span>
            <Link to={`/admin/accounts/${account.id}`} class="name">
              {account.pseudo}
            </Link>
            <span class="hint">{account.adresseMail}</span>
            <Tags account={account} />
            <time class="hint" dateTime={new Date(account.dateInscription).toISOString()}>
              {dateOf(account.dateInscription)}
            </time>
          </li>
        ))}
      </ul>
      <Damaged ids={data?.damaged ?? []} />
      <Pages
        at={start === null ? '/admin' : `/admin?start=${encodeURIComponent(start)}`}
        after={after}
        next={data?.next ?? null}
      />
      {start !== null && (
        <p class="links">
          <Link to="/admin">{t.all}</Link>
        </p>
      )}
    </Screen>
  );
}
