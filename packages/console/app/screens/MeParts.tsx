import { useSignal } from '@preact/signals';
import { Dialog } from '../parts/Dialog.tsx';
import { textIn } from '../parts/Field.tsx';
import { Form } from '../parts/Form.tsx';
import { Problem, say } from '../parts/Notice.tsx';
import { Password } from '../parts/Password.tsx';
import { useTask } from '../parts/task.ts';
import { download, fileNameOf } from '../state/download.ts';
import { dropDrafts } from '../state/drafts.ts';
import { numberOf, sizeOf, words } from '../state/locale.ts';
import { call, leave, type Me, type Usage } from '../state/session.ts';

export function UsageFigures({ usage }: { readonly usage: Usage | null }) {
  const t = words().me;
  if (usage === null) return null;
  const { algos, bytes } = usage;
  return (
    <section>
      <h2>{t.usage}</h2>
      {algos.limit !== null && <p>{t.usageAlgos(numberOf(algos.used), numberOf(algos.limit))}</p>}
      {bytes.limit === null ? (
        <p>{t.usageFree(sizeOf(bytes.used))}</p>
      ) : (
        <p>
          <meter aria-label={t.usage} min={0} max={bytes.limit} value={bytes.used} />
          {t.usageBytes(sizeOf(bytes.used), sizeOf(bytes.limit))}
        </p>
      )}
      {bytes.versions > 0 && <p class="hint">{t.usageVersions(sizeOf(bytes.versions))}</p>}
    </section>
  );
}

export function Export({ user }: { readonly user: Me }) {
  const t = words().me;
  const task = useTask('button');
  const get = async (): Promise<void> => {
    const { data } = await call('exportUser', { params: { path: { id: user.id } } });
    download(fileNameOf(user.pseudo, 'zip'), await new Response(data).blob());
    say(t.exported);
  };
  return (
    <section>
      <h2>{t.export}</h2>
      <p>{t.exportTell}</p>
      <Problem failure={task.failure} />
      <button type="button" aria-disabled={task.busy} onClick={() => void task.run(get)}>
        {t.exportButton}
      </button>
    </section>
  );
}

/** A second question, with the password. Whether it is needed depends on the settings of the service. */
export function DeleteAccount({ id }: { readonly id: number }) {
  const t = words().me;
  const task = useTask();
  const asks = useSignal(false);
  const remove = async (form: HTMLFormElement): Promise<void> => {
    const currentPassword = textIn(form, 'currentPassword');
    await call('deleteUser', { params: { path: { id } }, body: { currentPassword } });
    dropDrafts(id);
    leave();
  };
  return (
    <section>
      <h2>{t.delete}</h2>
      <p>{t.deleteTell}</p>
      <button type="button" class="danger" onClick={() => (asks.value = true)}>
        {t.deleteButton}
      </button>
      {asks.value && (
        <Dialog title={t.deleteTitle} onClose={() => (asks.value = false)}>
          <p>{t.deleteTell}</p>
          <Form
            task={task}
            submit={t.deleteConfirm}
            danger
            onSubmit={remove}
            more={
              <button type="button" onClick={() => (asks.value = false)}>
                {words().cancel}
              </button>
            }
          >
            <Password name="currentPassword" label={t.currentPassword} hint={t.currentHint} failure={task.failure} />
          </Form>
        </Dialog>
      )}
    </section>
  );
}
