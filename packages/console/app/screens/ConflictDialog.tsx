import { useEffect } from 'preact/hooks';
import { CodeEditor } from '../parts/CodeEditor.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Notice, Problem, say } from '../parts/Notice.tsx';
import { useTask } from '../parts/task.ts';
import { locale, words } from '../state/locale.ts';
import type { Editing } from './editing.ts';
import type { Theirs } from './opened.ts';

/** Somebody else saved first: both sides, and a choice. */
export function ConflictDialog({ editing, theirs }: { readonly editing: Editing; readonly theirs: Theirs }) {
  const t = words().conflict;
  const task = useTask();
  useEffect(() => () => editing.endMerge(), []);
  const close = (): void => {
    editing.theirs.value = null;
  };
  const save = async (): Promise<void> => {
    if ((await editing.save({ replaces: theirs.etag })) !== null) say(words().editor.saved);
  };
  return (
    <Dialog title={t.title} onClose={close} key={theirs.etag}>
      <p>{t.tell}</p>
      {theirs.nom !== editing.nom.value && <p>{t.theirName(theirs.nom)}</p>}
      <p class="sides" aria-hidden="true">
        <span>{t.theirs}</span>
        <span>{t.mine}</span>
      </p>
      <CodeEditor
        class="code merge"
        make={(module, host) =>
          module.createMerge(host, {
            left: { text: theirs.text, label: t.theirs },
            right: { text: editing.text, label: t.mine },
            locale: locale.value,
            editable: { takeOver: t.takeOver, onChange: editing.onChange },
          })
        }
        onMade={(made) => (editing.merge = made)}
      />
      {editing.problems.value.length > 0 && (
        <Notice kind="problem">
          <ul>
            {editing.problems.value.map((problem) => (
              <li key={`${problem.pointer} ${problem.text}`}>{editing.sentenceOf(problem)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Problem failure={task.failure} />
      <div class="buttons">
        <button type="button" class="main" aria-disabled={task.busy} onClick={() => void task.run(save)}>
          {t.saveMine}
        </button>
        <button type="button" class="danger" onClick={() => editing.takeTheirs()}>
          {t.takeTheirs}
        </button>
        <button type="button" onClick={close}>
          {t.later}
        </button>
      </div>
    </Dialog>
  );
}
