import { UnknownScreen } from '../screens/UnknownScreen.tsx';
import { place } from '../state/router.ts';
import { AccountScreen } from './AccountScreen.tsx';
import { AccountsScreen } from './AccountsScreen.tsx';
import { EventsScreen } from './EventsScreen.tsx';
import { MailsScreen } from './MailsScreen.tsx';

/** The screens for owners of the service. The service checks the right at each call. */
export function AdminArea({ path }: { readonly path: string }) {
  const after = place.value.query.get('after');
  if (path === '/admin') return <AccountsScreen key={after} after={after} />;
  if (path === '/admin/mails') return <MailsScreen key={after} after={after} />;
  if (path === '/admin/events') return <EventsScreen key={String(place.value.query)} query={place.value.query} />;
  const [, id] = /^\/admin\/accounts\/([1-9]\d{0,14})$/.exec(path) ?? [];
  return id === undefined ? <UnknownScreen /> : <AccountScreen id={Number(id)} />;
}
