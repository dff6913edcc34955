import { useSignal } from '@preact/signals';
import { Field, textIn } from '../parts/Field.tsx';
import { Form } from '../parts/Form.tsx';
import { Link } from '../parts/Link.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Password } from '../parts/Password.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useTask } from '../parts/task.ts';
import { words } from '../state/locale.ts';
import { call } from '../state/session.ts';

export function RegisterScreen() {
  const t = words();
  const task = useTask();
  const sentTo = useSignal<string | null>(null);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const email = textIn(form, 'email');
    await call('registerUser', { body: { pseudo: textIn(form, 'pseudo'), email, password: textIn(form, 'password') } });
    sentTo.value = email.trim();
  };
  if (sentTo.value !== null) return <Sent email={sentTo.value} />;
  return (
    <Screen title={t.register.title} narrow>
      <Form task={task} submit={t.register.submit} onSubmit={submit}>
        <Field
          name="pseudo"
          label={t.pseudo}
          hint={t.pseudoHint}
          autocomplete="nickname"
          required
          failure={task.failure}
        />
        <Field name="email" label={t.email} type="email" autocomplete="username" required failure={task.failure} />
        <Password name="password" label={t.password} hint={t.passwordHint} isNew failure={task.failure} />
      </Form>
      <p class="links">
        <Link to="login">{t.register.haveAccount}</Link>
        {task.failure?.error?.code === 'Responses.User.Email_already_exists' && (
          <Link to="recover">{t.login.forgotten}</Link>
        )}
      </p>
    </Screen>
  );
}

function Sent({ email }: { readonly email: string }) {
  const t = words().register;
  return (
    <Screen title={t.sentTitle} narrow>
      <Notice kind="done">
        <p role="status">{t.sent(email)}</p>
      </Notice>
      <ol>
        {t.sentSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p class="hint">{t.operator}</p>
      <p class="buttons">
        <Link to="login" class="button main">
          {t.toLogin}
        </Link>
      </p>
    </Screen>
  );
}
