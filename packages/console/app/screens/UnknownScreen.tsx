import { Link } from '../parts/Link.tsx';
import { Screen } from '../parts/Screen.tsx';
import { words } from '../state/locale.ts';

export function UnknownScreen() {
  const t = words();
  return (
    <Screen title={t.unknownScreen} narrow>
      <p>
        <Link to="">{t.toAlgos}</Link>
      </p>
    </Screen>
  );
}
