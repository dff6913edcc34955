import { useSignal } from '@preact/signals';
import { Field, textIn } from '../parts/Field.tsx';
import { Form } from '../parts/Form.tsx';
import { Link } from '../parts/Link.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useTask } from '../parts/task.ts';
import { words } from '../state/locale.ts';
import { call } from '../state/session.ts';

/** Asks for the mail; its link leads to a page of the service. */
export function RecoverScreen() {
  const t = words();
  const task = useTask();
  const isSent = useSignal(false);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    await call('recoverPassword', { body: { email: textIn(form, 'email') } });
    isSent.value = true;
  };
  return (
    <Screen title={t.recover.title} narrow>
      {isSent.value ? (
        <>
          <Notice kind="done">
            <p role="status">{t.recover.sent}</p>
          </Notice>
          <p class="hint">{t.register.operator}</p>
          <p>
            <button type="button" onClick={() => (isSent.value = false)}>
              {t.recover.again}
            </button>
          </p>
        </>
      ) : (
        <>
          <p>{t.recover.tell}</p>
          <Form task={task} submit={t.recover.submit} onSubmit={submit}>
            <Field name="email" label={t.email} type="email" autocomplete="username" required failure={task.failure} />
          </Form>
        </>
      )}
      <p class="links">
        <Link to="login">{t.login.title}</Link>
      </p>
    </Screen>
  );
}
