import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Link } from '../parts/Link.tsx';
import { NotLoaded } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { words } from '../state/locale.ts';
import { me } from '../state/session.ts';

type Area = typeof import('../admin/AdminArea.tsx');

/** Kept for all screens of owners; null: it cannot be loaded. */
const area = signal<Area | null | undefined>(undefined);

/** The part for owners of the service: others are told so, and its code is loaded for an owner alone. */
export function AdminScreen({ path }: { readonly path: string }) {
  const t = words();
  const isOwner = me.value?.serviceRight !== undefined;
  useEffect(() => {
    if (!isOwner || area.peek() !== undefined) return;
    import('../admin/AdminArea.tsx').then(
      (loaded) => (area.value = loaded),
      () => (area.value = null), // of the network
    );
  }, [isOwner]);
  const loaded = area.value;
  if (!isOwner) {
    return (
      <Screen title={t.admin.title} narrow>
        <p>{t.admin.ownersOnly}</p>
        <p>
          <Link to="">{t.toAlgos}</Link>
        </p>
      </Screen>
    );
  }
  if (loaded != null) return <loaded.AdminArea path={path} />;
  return (
    <Screen title={t.admin.title} narrow>
      {loaded === null ? <NotLoaded /> : <p class="hint">{t.loading}</p>}
    </Screen>
  );
}
