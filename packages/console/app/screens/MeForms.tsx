import { useId } from 'preact/hooks';
import { Field, textIn } from '../parts/Field.tsx';
import { Form } from '../parts/Form.tsx';
import { say } from '../parts/Notice.tsx';
import { Password } from '../parts/Password.tsx';
import { useTask } from '../parts/task.ts';
import { words } from '../state/locale.ts';
import { call, type Me, me } from '../state/session.ts';
import { Unconfirmed } from './Unconfirmed.tsx';

interface Props {
  readonly user: Me;
}

const localeIn = (text: string): 'en' | 'fr' | undefined => (text === 'en' || text === 'fr' ? text : undefined);

function clear(form: HTMLFormElement, ...names: readonly string[]): void {
  for (const name of names) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = '';
  }
}

export function ProfileForm({ user }: Props) {
  const t = words();
  const id = useId();
  const task = useTask();
  const save = async (form: HTMLFormElement): Promise<void> => {
    const picture = textIn(form, 'urlPfp').trim();
    const locale = localeIn(textIn(form, 'locale'));
    const { data } = await call('patchUser', {
      params: { path: { id: user.id } },
      body: {
        currentPassword: textIn(form, 'currentPassword'),
        pseudo: textIn(form, 'pseudo'),
        urlPfp: picture === '' ? null : picture,
        shareMails: textIn(form, 'shareMails') === 'on',
        ...(locale !== undefined && { locale }),
      },
    });
    me.value = data;
    clear(form, 'currentPassword');
    say(t.me.saved);
  };
  return (
    <section>
      <h2>{t.me.profile}</h2>
      <Form task={task} submit={t.me.save} onSubmit={save}>
        <Field
          name="pseudo"
          label={t.pseudo}
          hint={t.pseudoHint}
          defaultValue={user.pseudo}
          autocomplete="nickname"
          failure={task.failure}
        />
        <Field
          name="urlPfp"
          label={t.me.picture}
          hint={t.me.pictureHint}
          defaultValue={user.urlPfp ?? ''}
          type="url"
          autocomplete="off"
          failure={task.failure}
        />
        <div class="field">
          <label for={id}>{t.me.mailLanguage}</label>
          <select id={id} name="locale">
            {user.locale === null && <option value="">{t.me.serviceLanguage}</option>}
            <option value="en" selected={user.locale === 'en'}>
              {t.languages.en}
            </option>
            <option value="fr" selected={user.locale === 'fr'}>
              {t.languages.fr}
            </option>
          </select>
        </div>
        <label class="check">
          <input type="checkbox" name="shareMails" defaultChecked={user.shareMails} />
          {t.me.shareMails}
        </label>
        <Password name="currentPassword" label={t.me.currentPassword} hint={t.me.currentHint} failure={task.failure} />
      </Form>
    </section>
  );
}

export function OwnPasswordForm({ user }: Props) {
  const t = words().me;
  const task = useTask();
  const save = async (form: HTMLFormElement): Promise<void> => {
    const body = { currentPassword: textIn(form, 'currentPassword'), newPassword: textIn(form, 'newPassword') };
    await call('patchUser', { params: { path: { id: user.id } }, body });
    clear(form, 'currentPassword', 'newPassword');
    say(t.passwordSaved);
  };
  return (
    <section>
      <h2>{t.passwordTitle}</h2>
      <Form task={task} submit={t.save} onSubmit={save}>
        <Password name="newPassword" label={t.newPassword} hint={words().passwordHint} isNew failure={task.failure} />
        <Password name="currentPassword" label={t.currentPassword} failure={task.failure} />
      </Form>
    </section>
  );
}

export function EmailForm({ user }: Props) {
  const t = words().me;
  const task = useTask();
  const ask = async (form: HTMLFormElement): Promise<void> => {
    const newEmail = textIn(form, 'newEmail').trim();
    const body = { currentPassword: textIn(form, 'currentPassword'), newEmail };
    await call('requestEmail', { params: { path: { id: user.id } }, body });
    clear(form, 'currentPassword', 'newEmail');
    say(t.emailSent(newEmail));
  };
  return (
    <section>
      <h2>{t.emailTitle}</h2>
      <p>{t.emailIs(user.adresseMail)}</p>
      <Unconfirmed />
      <Form task={task} submit={t.changeEmail} onSubmit={ask}>
        <Field name="newEmail" label={t.newEmail} type="email" autocomplete="email" failure={task.failure} />
        <Password name="currentPassword" label={t.currentPassword} failure={task.failure} />
      </Form>
    </section>
  );
}
