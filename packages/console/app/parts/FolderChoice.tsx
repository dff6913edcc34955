import { useId } from 'preact/hooks';
import { type Folder, flatTree, treeOf } from '../state/folders.ts';
import { words } from '../state/locale.ts';
import { Dialog } from './Dialog.tsx';
import { Problem } from './Notice.tsx';
import { useTask } from './task.ts';

interface Props {
  readonly title: string;
  readonly folders: readonly Folder[];
  readonly chosen: number | null;
  /** A folder that cannot be chosen, with what is in it: it is moved. */
  readonly left?: number;
  readonly onChoose: (id: number | null) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a folder. */
export function FolderChoice({ title, folders, chosen, left, onChoose, onClose }: Props) {
  const t = words();
  const task = useTask('button');
  const id = useId();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget as HTMLFormElement).get('folder')); // it listens on the form
    void task.run(() => onChoose(value === '' ? null : Number(value)));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <div class="field">
          <label for={id}>{t.folders.title}</label>
          <select id={id} name="folder">
            <option value="" selected={chosen === null}>
              {t.folders.top}
            </option>
            {flatTree(treeOf(folders), left).map(({ folder, depth }) => (
              <option key={folder.id} value={folder.id} selected={folder.id === chosen}>
                {'\u2003'.repeat(depth) + folder.nom}
              </option>
            ))}
          </select>
        </div>
        <Problem failure={task.failure} />
        <div class="buttons">
          <button type="submit" class="main" aria-disabled={task.busy}>
            {t.algo.moveTo}
          </button>
          <button type="button" onClick={onClose}>
            {t.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
