import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';
import { Frame } from './parts/Frame.tsx';
import { Notice, Problem } from './parts/Notice.tsx';
import { Screen } from './parts/Screen.tsx';
import { useLoaded } from './parts/task.ts';
import { AdminScreen } from './screens/AdminScreen.tsx';
import { BinScreen } from './screens/BinScreen.tsx';
import { EditorScreen } from './screens/EditorScreen.tsx';
import { HistoryScreen } from './screens/HistoryScreen.tsx';
import { InvitationScreen } from './screens/InvitationScreen.tsx';
import { ListScreen } from './screens/ListScreen.tsx';
import { LoginScreen } from './screens/LoginScreen.tsx';
import { MeScreen } from './screens/MeScreen.tsx';
import { RecoverScreen } from './screens/RecoverScreen.tsx';
import { RegisterScreen } from './screens/RegisterScreen.tsx';
import { ShareScreen } from './screens/ShareScreen.tsx';
import { UnknownScreen } from './screens/UnknownScreen.tsx';
import { UploadScreen } from './screens/UploadScreen.tsx';
import { words } from './state/locale.ts';
import { go, isAdmin, isOpen, place } from './state/router.ts';
import { me, readSelf, state } from './state/session.ts';

/** For everybody. */
const OPEN: Readonly<Record<string, () => ComponentChild>> = {
  login: () => <LoginScreen />,
  register: () => <RegisterScreen />,
  recover: () => <RecoverScreen />,
};

/** For those who are logged in; the others log in first, at the same address. */
const OWN: Readonly<Record<string, () => ComponentChild>> = {
  '': () => <ListScreen />,
  bin: () => <BinScreen />,
  upload: () => <UploadScreen />,
  me: () => <MeScreen />,
  invitation: () => <InvitationScreen />,
  'algos/new': () => <EditorScreen id="new" />,
};

const OF_ALGO: Readonly<Record<string, (id: number) => ComponentChild>> = {
  '': (id) => <EditorScreen id={id} />,
  '/history': (id) => <HistoryScreen id={id} />,
  '/share': (id) => <ShareScreen id={id} />,
};

function screenOf(path: string): ComponentChild {
  const plain = Object.hasOwn(OWN, path) ? OWN[path] : undefined;
  if (plain !== undefined) return plain();
  if (isAdmin(path)) return <AdminScreen path={path} />;
  const [, id = '', part = ''] = /^algos\/([1-9]\d{0,14})(|\/history|\/share)$/.exec(path) ?? [];
  return id === '' ? <UnknownScreen /> : (OF_ALGO[part]?.(Number(id)) ?? <UnknownScreen />);
}

export function App() {
  const t = words();
  const { path } = place.value;
  const { failure, reload } = useLoaded(readSelf, []);
  const isIn = me.value != null;
  useEffect(() => {
    if (isIn && isOpen(path)) go('', { replace: true });
  }, [isIn, path]);
  if (state.value === 'foreign') return <Foreign />;
  if (me.value === undefined) {
    return (
      <Frame>
        <Screen title={t.list.title} narrow>
          {failure === null ? <p class="hint">{t.loading}</p> : <Problem failure={failure} again={reload} />}
        </Screen>
      </Frame>
    );
  }
  const open = isOpen(path) ? OPEN[path] : undefined;
  if (me.value !== null) {
    return (
      <Frame>
        <div class="screen" key={path}>
          {screenOf(open === undefined ? path : '')}
        </div>
      </Frame>
    );
  }
  return (
    <Frame>
      <div class="screen" key={`open ${path}`}>
        {open?.() ?? <LoginScreen />}
      </div>
    </Frame>
  );
}

/** Nothing of the person of this tab is shown any more. */
function Foreign() {
  const t = words();
  return (
    <Frame>
      <Screen title={t.foreignTitle} narrow>
        <Notice kind="problem">
          <p>{t.foreign}</p>
        </Notice>
        <p class="buttons">
          <button type="button" class="main" onClick={() => location.reload()}>
            {t.reload}
          </button>
        </p>
      </Screen>
    </Frame>
  );
}
