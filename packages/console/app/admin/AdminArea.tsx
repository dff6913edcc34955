import { UnknownScreen } from '../screens/UnknownScreen.tsx';
import { place } from '../state/router.ts';
import { AccountScreen } from './AccountScreen.tsx';
import { AccountsScreen } from './AccountsScreen.tsx';
import { EventsScreen } from './EventsScreen.tsx';
import { HealthScreen } from './HealthScreen.tsx';
import { MailsScreen } from './MailsScreen.tsx';

/** The screens for owners of the service. The service checks the right at each call. */
export function AdminArea({ path }: { readonly path: string }) {
  const after = place.value.query.get('after');
  const start = place.value.query.get('start');
  if (path === '/admin') return <AccountsScreen key={`${start} ${after}`} start={start} after={after} />;
  if (path === '/admin/mails') return <MailsScreen key={after} after={after} />;
  if (path === '/admin/events') return <EventsScreen key={String(place.value.query)} query={place.value.query} />;
  if (path === '/admin/health') return <HealthScreen />;
  const [, id] = /^\/admin\/accounts\/([1-9]\d{0,14})$/.exec(path) ?? [];
  return id === undefined ? <UnknownScreen /> : <AccountScreen id={Number(id)} />;
}
