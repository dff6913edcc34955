import { Confirm, Dialog } from '../parts/Dialog.tsx';
import { Field, textIn } from '../parts/Field.tsx';
import { FolderChoice } from '../parts/FolderChoice.tsx';
import { Form } from '../parts/Form.tsx';
import { say } from '../parts/Notice.tsx';
import { useTask } from '../parts/task.ts';
import { around, type Folder } from '../state/folders.ts';
import { words } from '../state/locale.ts';
import { go } from '../state/router.ts';
import { call } from '../state/session.ts';

/** What the person wants to do with folders. */
export type Asked =
  | { readonly what: 'create'; readonly parent: number | null }
  | { readonly what: 'rename' | 'move' | 'delete'; readonly folder: Folder };

interface Props {
  readonly asked: Asked;
  readonly folders: readonly Folder[];
  /** The folder that the list shows. */
  readonly chosen: number | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export async function moveFolder(id: number, parentId: number | null): Promise<void> {
  await call('updateFolder', { params: { path: { id } }, body: { parentId } });
  say(words().folders.saved);
}

export function FolderDialogs({ asked, folders, chosen, onDone, onClose }: Props) {
  const t = words().folders;
  const done = (): void => {
    onClose();
    onDone();
  };
  if (asked.what === 'create') {
    const create = async (nom: string): Promise<void> => {
      await call('createFolder', { body: { nom, parentId: asked.parent } });
      say(t.saved);
      done();
    };
    return <Naming title={asked.parent === null ? t.create : t.createIn} nom="" onSave={create} onClose={onClose} />;
  }
  const { folder } = asked;
  const params = { path: { id: folder.id } };
  if (asked.what === 'rename') {
    const rename = async (nom: string): Promise<void> => {
      await call('updateFolder', { params, body: { nom } });
      say(t.saved);
      done();
    };
    return <Naming title={t.rename} nom={folder.nom} onSave={rename} onClose={onClose} />;
  }
  if (asked.what === 'move') {
    const choose = async (parentId: number | null): Promise<void> => {
      await moveFolder(folder.id, parentId);
      done();
    };
    return (
      <FolderChoice
        title={t.into(folder.nom)}
        folders={folders}
        chosen={folder.parentId}
        left={folder.id}
        onChoose={choose}
        onClose={onClose}
      />
    );
  }
  const remove = async (): Promise<void> => {
    await call('deleteFolder', { params: { ...params, query: { recursive: true } } });
    done();
    if (around(folders, chosen).has(folder.id)) go('', { replace: true });
    say(t.saved);
  };
  const title = t.deleteTitle(folder.nom);
  return <Confirm title={title} tell={t.deleteTell} act={t.delete} onAct={remove} onClose={onClose} />;
}

interface NamingProps {
  readonly title: string;
  readonly nom: string;
  readonly onSave: (nom: string) => Promise<void>;
  readonly onClose: () => void;
}

function Naming({ title, nom, onSave, onClose }: NamingProps) {
  const t = words();
  const task = useTask();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        task={task}
        submit={t.folders.save}
        onSubmit={(form) => onSave(textIn(form, 'nom'))}
        more={
          <button type="button" onClick={onClose}>
            {t.cancel}
          </button>
        }
      >
        <Field name="nom" label={t.folders.name} defaultValue={nom} required autofocus failure={task.failure} />
      </Form>
    </Dialog>
  );
}
