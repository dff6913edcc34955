import { useEffect, useMemo } from 'preact/hooks';
import { CodeEditor, useEditorSoon } from '../parts/CodeEditor.tsx';
import { Field } from '../parts/Field.tsx';
import { Link } from '../parts/Link.tsx';
import { Notice, Problem, say } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useLoaded, useTask } from '../parts/task.ts';
import { locale, momentOf, words } from '../state/locale.ts';
import { go, place } from '../state/router.ts';
import { me } from '../state/session.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EditorProblems, EditorStatus } from './EditorStatus.tsx';
import { EditorTools } from './EditorTools.tsx';
import { Editing, type SaveOptions } from './editing.ts';
import { type Opened, openAlgo } from './opened.ts';

export function EditorScreen({ id }: { readonly id: number | 'new' }) {
  const t = words();
  const userId = useMemo(() => me.value?.id ?? 0, []);
  useEditorSoon();
  const { data, failure, reload } = useLoaded((signal) => openAlgo(userId, id, signal), [id]);
  if (data !== null) return <Editor id={id} userId={userId} opened={data} />;
  return (
    <Screen title={id === 'new' ? t.editor.newTitle : t.list.title}>
      {failure === null ? <p class="hint">{t.loading}</p> : <Problem failure={failure} again={reload} />}
      {failure !== null && <Link to="">{t.toAlgos}</Link>}
    </Screen>
  );
}

interface Props {
  readonly id: number | 'new';
  readonly userId: number;
  readonly opened: Opened;
}

function Editor({ id, userId, opened }: Props) {
  const t = words();
  const task = useTask();
  const editing = useMemo(() => new Editing(userId, id, opened), [opened]);
  const readOnly = opened.right === 'Read';
  const folder = Number(place.value.query.get('folder') ?? 0) || null;
  const save = (options: SaveOptions = {}): void =>
    void task.run(async () => {
      const saved = await editing.save({ folder, ...options });
      if (saved === null) return;
      const isNew = saved !== id;
      if (isNew) go(`algos/${saved}`, { replace: true });
      say(isNew ? t.editor.created : t.editor.saved);
    });
  useKeeping(editing, () => readOnly || save());
  const restored = editing.restored.value;
  return (
    <Screen
      title={id === 'new' ? t.editor.newTitle : opened.isGone ? editing.nom.value : opened.nom}
      tools={
        <EditorTools
          id={id}
          opened={opened}
          editing={editing}
          busy={task.busy}
          onSave={save}
          onAct={(work) => void task.run(work)}
        />
      }
    >
      {readOnly && (
        <Notice kind="note">
          <p>{t.editor.readOnly}</p>
        </Notice>
      )}
      {opened.isGone && (
        <Notice kind="problem">
          <p>{t.editor.gone}</p>
        </Notice>
      )}
      {restored !== null && (
        <Notice kind="note">
          <p>{t.editor.restored(momentOf(restored))}</p>
          <button type="button" class="small" onClick={() => editing.discard()}>
            {t.editor.discard}
          </button>
        </Notice>
      )}
      {!readOnly && (
        <Field
          name="nom"
          label={t.editor.name}
          hint={t.editor.nameHint}
          value={editing.nom.value}
          onInput={(nom) => editing.rename(nom)}
          autocomplete="off"
          failure={task.failure}
        />
      )}
      <p class="label">
        {t.editor.source} <span class="hint">{t.editor.tabHint}</span>
      </p>
      <CodeEditor
        class="code"
        make={(module, host) =>
          module.createEditor(host, {
            text: editing.text,
            label: t.editor.source,
            locale: locale.value,
            readOnly,
            onChange: editing.onChange,
          })
        }
        onMade={(made) => (editing.editor = made)}
      />
      <EditorProblems editing={editing} />
      <Problem failure={task.failure} />
      <EditorStatus editing={editing} readOnly={readOnly} isOwner={opened.right === 'Owner'} />
      {editing.theirs.value !== null && <ConflictDialog editing={editing} theirs={editing.theirs.value} />}
    </Screen>
  );
}

/** Keeps what is typed when the page is left, and saves by Ctrl+S. */
function useKeeping(editing: Editing, onSave: () => void): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      editing.keep();
      if (editing.isChanged.peek() && !editing.isKept.peek()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    addEventListener('pagehide', editing.keep);
    document.addEventListener('visibilitychange', editing.keep);
    return () => {
      removeEventListener('beforeunload', ask);
      removeEventListener('pagehide', editing.keep);
      document.removeEventListener('visibilitychange', editing.keep);
      editing.close();
    };
  }, [editing]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onSave();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
