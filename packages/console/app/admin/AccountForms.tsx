import { useSignal } from '@preact/signals';
import { Confirm, Dialog } from '../parts/Dialog.tsx';
import { textIn } from '../parts/Field.tsx';
import { Form } from '../parts/Form.tsx';
import { say } from '../parts/Notice.tsx';
import { Password } from '../parts/Password.tsx';
import { useTask } from '../parts/task.ts';
import { textOf, words } from '../state/locale.ts';
import { go } from '../state/router.ts';
import { call } from '../state/session.ts';
import { Shares } from './AccountParts.tsx';
import type { Account } from './parts.tsx';
import { adminWords } from './words.ts';

interface PasswordProps {
  readonly account: Account;
  readonly onChange: () => void;
}

/** Asks first. What is wrong with the password is shown at its field, without the question. */
export function PasswordForm({ account: { id, pseudo }, onChange }: PasswordProps) {
  const t = adminWords().password;
  const task = useTask();
  const asked = useSignal<HTMLFormElement | null>(null);
  const close = (): void => {
    asked.value = null;
  };
  const ask = async (form: HTMLFormElement): Promise<void> => {
    asked.value = form;
  };
  const save = async (form: HTMLFormElement): Promise<void> => {
    const body = { password: textIn(form, 'password') };
    const { message } = await call('adminSetPassword', { params: { path: { id } }, body });
    form.reset();
    say(textOf(message));
    onChange();
  };
  const form = asked.value;
  return (
    <section>
      <h2>{t.title}</h2>
      <p>{t.tell}</p>
      <Form task={task} submit={t.submit} onSubmit={ask}>
        <Password name="password" label={t.label} hint={words().passwordHint} isNew failure={task.failure} />
      </Form>
      {form !== null && (
        <Confirm
          title={t.ask(pseudo)}
          tell={t.tell}
          act={t.submit}
          onAct={async () => {
            close();
            await task.run(() => save(form));
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

interface DeleteProps {
  readonly account: Account;
}

/** What the account shares is counted anew, and said first. */
export function DeleteForm({ account: { id, pseudo } }: DeleteProps) {
  const t = adminWords().delete;
  const asks = useSignal(false);
  const task = useTask();
  const close = (): void => {
    asks.value = false;
  };
  const remove = async (form: HTMLFormElement): Promise<void> => {
    const body = { currentPassword: textIn(form, 'currentPassword') };
    const { message } = await call('adminDelete', { params: { path: { id } }, body });
    go('/admin');
    say(textOf(message));
  };
  const cancel = (
    <button type="button" onClick={close}>
      {words().cancel}
    </button>
  );
  return (
    <section>
      <h2>{t.title}</h2>
      <p>{t.tell}</p>
      <button type="button" class="danger" onClick={() => (asks.value = true)}>
        {t.open}
      </button>
      {asks.value && (
        <Dialog title={t.ask(pseudo)} onClose={close}>
          <p>{t.tell}</p>
          <Shares id={id} ifAny={t.lose}>
            <Form task={task} submit={t.submit} danger onSubmit={remove} more={cancel}>
              <Password name="currentPassword" label={t.own} hint={t.ownHint} failure={task.failure} />
            </Form>
          </Shares>
        </Dialog>
      )}
    </section>
  );
}
