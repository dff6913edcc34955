import { useSignal } from '@preact/signals';
import { Field, textIn } from '../parts/Field.tsx';
import { Form } from '../parts/Form.tsx';
import { Link } from '../parts/Link.tsx';
import { Notice, say } from '../parts/Notice.tsx';
import { Password } from '../parts/Password.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useTask } from '../parts/task.ts';
import { textOf, words } from '../state/locale.ts';
import { rememberNext } from '../state/next.ts';
import { isAdmin, place } from '../state/router.ts';
import { call, login, state } from '../state/session.ts';

/** Shown at the address where somebody wanted to go: after the login that screen follows. */
export function LoginScreen() {
  const t = words();
  const task = useTask();
  const email = useSignal('');
  const { path, hash } = place.value;
  const goal = path === 'login' ? '' : path + hash;
  const remember = (): void => {
    if (goal !== '') rememberNext(goal);
  };
  const submit = (form: HTMLFormElement): Promise<void> => {
    say('');
    email.value = textIn(form, 'email');
    return login({ email: email.value, password: textIn(form, 'password') });
  };
  const isInvited = path === 'invitation' || goal.startsWith('algos/');
  const tell = isAdmin(path) ? t.admin.login : isInvited ? t.login.needed : t.login.tell;
  const isUnconfirmed = task.failure?.error?.code === 'Responses.User.Not_verified';
  return (
    <Screen title={t.login.title} narrow>
      {state.value === 'ended' ? (
        <Notice kind="note">
          <p>{t.ended}</p>
        </Notice>
      ) : (
        <p>{tell}</p>
      )}
      <Form task={task} submit={t.login.submit} onSubmit={submit}>
        <Field name="email" label={t.email} type="email" autocomplete="username" required failure={task.failure} />
        <Password name="password" label={t.password} failure={task.failure} />
      </Form>
      {isUnconfirmed && <Resend email={email.value} />}
      <p class="links">
        <Link to="register" onFollow={remember}>
          {t.login.noAccount}
        </Link>
        <Link to="recover" onFollow={remember}>
          {t.login.forgotten}
        </Link>
      </p>
    </Screen>
  );
}

function Resend({ email }: { readonly email: string }) {
  const task = useTask('button');
  const send = async (): Promise<void> => {
    const { message } = await call('resendConfirmation', { body: { email } });
    say(textOf(message));
  };
  return (
    <p>
      <button type="button" aria-disabled={task.busy} onClick={() => void task.run(send)}>
        {words().login.resend}
      </button>
      {task.failure !== null && <span class="error">{task.failure.text}</span>}
    </p>
  );
}
