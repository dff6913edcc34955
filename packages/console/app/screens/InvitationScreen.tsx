import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Link } from '../parts/Link.tsx';
import { Problem, say } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useTask } from '../parts/task.ts';
import { textOf, words } from '../state/locale.ts';
import { go, place } from '../state/router.ts';
import { call } from '../state/session.ts';

/** Fetches what waits for the address of an invitation, with the token in the fragment of the address. */
export function InvitationScreen() {
  const t = words().invitation;
  const task = useTask('button');
  const isComplete = useSignal(true);
  const token = new URLSearchParams(place.value.hash.slice(1)).get('token');
  const accept = async (): Promise<void> => {
    if (token === null) return;
    const { data, message } = await call('acceptInvitation', { params: { path: { token } } });
    isComplete.value = data.isComplete;
    if (!data.isComplete) return;
    const [only] = data.algos;
    go(data.algos.length === 1 ? `algos/${only}` : '?role=shared', { replace: true });
    say(textOf(message));
  };
  useEffect(() => void task.run(accept), [token]); // the link of the mail may be opened in this tab again
  return (
    <Screen title={t.title} narrow>
      {token === null && <p>{t.none}</p>}
      {token !== null && task.failure === null && <p>{t.working}</p>}
      <Problem failure={task.failure} />
      {!isComplete.value && (
        <button type="button" class="main" onClick={() => void task.run(accept)}>
          {t.more}
        </button>
      )}
      <p>
        <Link to="">{words().toAlgos}</Link>
      </p>
    </Screen>
  );
}
