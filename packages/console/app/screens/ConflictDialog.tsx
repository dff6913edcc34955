import { useRef } from 'preact/hooks';
import type { Merge } from '../editor/editor.ts';
import { CodeEditor } from '../parts/CodeEditor.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Problem, say } from '../parts/Notice.tsx';
import { useTask } from '../parts/task.ts';
import { locale, words } from '../state/locale.ts';
import type { Editing } from './editing.ts';
import type { Theirs } from './opened.ts';

/** Somebody else saved first: both sides, and a choice. */
export function ConflictDialog({ editing, theirs }: { readonly editing: Editing; readonly theirs: Theirs }) {
  const t = words().conflict;
  const task = useTask();
  const merge = useRef<Merge>(null);
  const close = (): void => {
    editing.theirs.value = null;
  };
  const save = async (): Promise<void> => {
    const saved = await editing.saveOverTheirs(merge.current?.text() ?? editing.text);
    if (saved !== null) say(words().editor.saved);
    else if (editing.problems.value.length > 0) close();
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
            takeOver: t.takeOver,
          })
        }
        onMade={(made) => (merge.current = made)}
      />
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
