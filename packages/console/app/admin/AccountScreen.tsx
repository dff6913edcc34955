import { useSignal } from '@preact/signals';
import { Link } from '../parts/Link.tsx';
import { Problem } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useLoaded } from '../parts/task.ts';
import { UsageFigures } from '../screens/MeParts.tsx';
import { momentOf, textOf, words } from '../state/locale.ts';
import { call } from '../state/session.ts';
import { AccountActions } from './AccountActions.tsx';
import { DeleteForm, PasswordForm } from './AccountForms.tsx';
import { AccountSessions, Shares } from './AccountParts.tsx';
import { AccountEvents } from './EventParts.tsx';
import { type Account, LookOnly, mayAct, Tags } from './parts.tsx';
import { adminWords } from './words.ts';

/** One account: what there is of it, and what an owner who may act can change. */
export function AccountScreen({ id }: { readonly id: number }) {
  const t = adminWords();
  /** Read again when it changes. */
  const round = useSignal(0);
  const params = { path: { id } };
  const { data: account, failure } = useLoaded(
    async (signal) => (await call('adminFindAccount', { params, signal })).data,
    [id, round.value],
  );
  const reload = (): void => {
    round.value += 1;
  };
  return (
    <Screen title={account?.pseudo ?? t.account.title} narrow>
      <Problem failure={failure} again={reload} />
      {account === null && failure === null && <p class="hint">{words().loading}</p>}
      {account !== null && (
        <>
          <LookOnly />
          <Facts account={account} />
          <UsageFigures usage={account.usage} />
        </>
      )}
      {/* Asked for beside the account, not after it. */}
      <div hidden={account === null}>
        <AccountSessions id={id} round={round.value} />
        <section>
          <h2>{t.account.shares}</h2>
          <Shares id={id} />
        </section>
        <AccountEvents id={id} round={round.value} />
      </div>
      {account !== null && mayAct() && <Changes account={account} onChange={reload} />}
      <p class="links">
        <Link to="/admin">{t.toAccounts}</Link>
        {/* A number may be the start of a name, too. */}
        <Link to={`/admin?start=${id}`}>{t.accounts.begin(String(id))}</Link>
      </p>
    </Screen>
  );
}

function Facts({ account }: { readonly account: Account }) {
  const t = adminWords().account;
  const { id, adresseMail, dateInscription, isVerified, isDisabled, serviceRight } = account;
  return (
    <dl class="facts">
      <dt>{t.id}</dt>
      <dd>{id}</dd>
      <dt>{t.email}</dt>
      <dd>{adresseMail}</dd>
      <dt>{t.since}</dt>
      <dd>{momentOf(dateInscription)}</dd>
      <dt>{t.state}</dt>
      <dd>{isVerified && !isDisabled ? t.usual : <Tags account={{ isVerified, isDisabled }} />}</dd>
      {serviceRight !== undefined && (
        <>
          <dt>{t.right}</dt>
          <dd>{t.rights[serviceRight]}</dd>
        </>
      )}
    </dl>
  );
}

interface ChangesProps {
  readonly account: Account;
  readonly onChange: () => void;
}

/** The account of an owner of the service is changed on the machine; only the recovery mail can be sent to it. */
function Changes({ account, onChange }: ChangesProps) {
  const isOwner = account.serviceRight !== undefined;
  return (
    <>
      <section>
        <h2>{adminWords().account.actions}</h2>
        {isOwner && <p>{textOf('Responses.Admin.Owner_account')}</p>}
        <AccountActions account={account} onChange={onChange} />
      </section>
      {!isOwner && <PasswordForm account={account} onChange={onChange} />}
      {!isOwner && <DeleteForm account={account} />}
    </>
  );
}
