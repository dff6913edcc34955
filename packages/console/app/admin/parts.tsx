import type { DataOf } from '@algotheque/client';
import { Link } from '../parts/Link.tsx';
import { words } from '../state/locale.ts';
import { me } from '../state/session.ts';
import { adminWords } from './words.ts';

export type Account = DataOf<'adminFindAccount'>;

/** Whether buttons that change something are shown. */
export const mayAct = (): boolean => me.value?.serviceRight === 'act';

export function LookOnly() {
  return mayAct() ? null : <p class="hint">{adminWords().lookOnly}</p>;
}

interface PagesProps {
  readonly at: string;
  readonly after: string | null;
  readonly next: number | string | null;
}

/** The page is in the address, so that the way back from a screen leads to it. */
export function Pages({ at, after, next }: PagesProps) {
  return (
    <p class="links">
      {after !== null && <Link to={at}>{adminWords().first}</Link>}
      {next !== null && <Link to={`${at}${at.includes('?') ? '&' : '?'}after=${next}`}>{words().list.next}</Link>}
    </p>
  );
}

/** Records that are left out. */
export function Damaged({ ids }: { readonly ids: readonly string[] }) {
  return ids.length === 0 ? null : <p class="error">{adminWords().damaged(ids.join(', '))}</p>;
}

interface TagsProps {
  readonly account: Pick<Account, 'isVerified' | 'isDisabled' | 'serviceRight'>;
}

/** What is not usual with an account. */
export function Tags({ account: { isVerified, isDisabled, serviceRight } }: TagsProps) {
  const t = adminWords().tags;
  return (
    <>
      {!isVerified && <span class="tag note">{t.unconfirmed}</span>}
      {isDisabled && <span class="tag problem">{t.disabled}</span>}
      {serviceRight !== undefined && <span class="tag">{t[serviceRight]}</span>}
    </>
  );
}
