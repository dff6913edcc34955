import { useSignal } from '@preact/signals';
import { Confirm } from '../parts/Dialog.tsx';
import { FolderChoice } from '../parts/FolderChoice.tsx';
import { Link } from '../parts/Link.tsx';
import { type Action, Menu } from '../parts/Menu.tsx';
import { Problem, say } from '../parts/Notice.tsx';
import { useLoaded, useTask } from '../parts/task.ts';
import { draftsOf } from '../state/drafts.ts';
import { drag } from '../state/drag.ts';
import type { Folder } from '../state/folders.ts';
import { dateOf, words } from '../state/locale.ts';
import { namesOf } from '../state/owners.ts';
import { go } from '../state/router.ts';
import { me } from '../state/session.ts';
import { copyAlgo, copyLink, deleteAlgo, downloadAlgo, leaveAlgo, moveAlgo } from './algoActions.ts';
import type { Row } from './listQuery.ts';

interface Props {
  readonly rows: readonly Row[];
  readonly folders: readonly Folder[];
  /** Something is at another place now, or gone. */
  readonly onChange: () => void;
}

export function AlgoTable({ rows, folders, onChange }: Props) {
  const t = words();
  const task = useTask('button');
  const moving = useSignal<Row | null>(null);
  const leaving = useSignal<Row | null>(null);
  const others = rows.filter(({ droits }) => droits !== 'Owner').map(({ ownerId }) => ownerId);
  const owners = useLoaded(() => namesOf(others), [others.join()]).data;
  const drafts = draftsOf(me.value?.id ?? 0);
  const acting =
    (work: () => Promise<void>, changes = true) =>
    () =>
      void task.run(async () => {
        await work();
        if (changes) onChange();
      });
  const actionsOf = (row: Row): readonly Action[] => [
    { text: t.algo.move, act: () => (moving.value = row) },
    { text: t.algo.copy, act: acting(() => copyAlgo(row)) },
    ...(row.droits === 'Owner' ? [{ text: t.algo.share, act: () => go(`algos/${row.id}/share`) }] : []),
    { text: t.algo.link, act: acting(() => copyLink(row.id), false) },
    { text: t.algo.history, act: () => go(`algos/${row.id}/history`) },
    { text: t.algo.download, act: acting(() => downloadAlgo(row.id), false) },
    row.droits === 'Owner'
      ? { text: t.algo.delete, act: acting(() => deleteAlgo(row)), danger: true }
      : { text: t.algo.leave, act: () => (leaving.value = row), danger: true },
  ];
  return (
    <>
      <Problem failure={task.failure} />
      <ul class="algos">
        {rows.map((row) => (
          <li key={row.id} draggable onDragStart={(event) => drag(event, { kind: 'algo', id: row.id, name: row.nom })}>
            <Link to={`algos/${row.id}`} class="name">
              {row.nom}
            </Link>
            {drafts.includes(String(row.id)) && <span class="tag note">{t.list.draft}</span>}
            {row.droits !== 'Owner' && <span class="hint">{owners?.get(row.ownerId) ?? ''}</span>}
            <span class="tag">{t.list.rights[row.droits]}</span>
            <time class="hint" dateTime={new Date(row.dateModification).toISOString()}>
              {dateOf(row.dateModification)}
            </time>
            <Menu label={t.actions(row.nom)} actions={actionsOf(row)} />
          </li>
        ))}
      </ul>
      {moving.value !== null && (
        <Moving row={moving.value} folders={folders} onChange={onChange} onClose={() => (moving.value = null)} />
      )}
      {leaving.value !== null && (
        <Leaving row={leaving.value} onChange={onChange} onClose={() => (leaving.value = null)} />
      )}
    </>
  );
}

interface DialogProps {
  readonly row: Row;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

function Moving({ row, folders, onChange, onClose }: DialogProps & Pick<Props, 'folders'>) {
  const choose = async (folder: number | null): Promise<void> => {
    await moveAlgo({ id: row.id, name: row.nom }, folder);
    onClose();
    onChange();
  };
  const title = words().algo.moveTitle(row.nom);
  return <FolderChoice title={title} folders={folders} chosen={row.dossierId} onChoose={choose} onClose={onClose} />;
}

function Leaving({ row, onChange, onClose }: DialogProps) {
  const t = words().algo;
  const leave = async (): Promise<void> => {
    await leaveAlgo(row.id);
    say(t.left(row.nom));
    onClose();
    onChange();
  };
  return <Confirm title={t.leaveTitle(row.nom)} tell={t.leaveTell} act={t.leave} onAct={leave} onClose={onClose} />;
}
