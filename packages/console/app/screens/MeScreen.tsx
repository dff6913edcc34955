import { Screen } from '../parts/Screen.tsx';
import { words } from '../state/locale.ts';
import { me, usage } from '../state/session.ts';
import { EmailForm, OwnPasswordForm, ProfileForm } from './MeForms.tsx';
import { DeleteAccount, Export, UsageFigures } from './MeParts.tsx';
import { Sessions } from './Sessions.tsx';

/** The own account. */
export function MeScreen() {
  const user = me.value;
  if (user == null) return null;
  return (
    <Screen title={words().me.title} narrow>
      <UsageFigures usage={usage.value} />
      <ProfileForm user={user} />
      <OwnPasswordForm user={user} />
      <EmailForm user={user} />
      <Sessions id={user.id} />
      <Export user={user} />
      <DeleteAccount id={user.id} />
    </Screen>
  );
}
