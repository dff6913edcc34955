import { Notice, Problem, say } from '../parts/Notice.tsx';
import { useTask } from '../parts/task.ts';
import { words } from '../state/locale.ts';
import { call, me } from '../state/session.ts';

/** Says that the own address is not confirmed, and sends the mail again. Nothing once it is. */
export function Unconfirmed() {
  const t = words().me;
  const task = useTask('button');
  const user = me.value;
  if (user == null || user.isVerified) return null;
  const send = async (): Promise<void> => {
    await call('resendConfirmation', { body: { email: user.adresseMail } });
    say(t.sentAgain);
  };
  return (
    <Notice kind="note">
      <p>{t.unconfirmed}</p>
      <Problem failure={task.failure} />
      <button type="button" class="small" aria-disabled={task.busy} onClick={() => void task.run(send)}>
        {t.sendAgain}
      </button>
    </Notice>
  );
}
