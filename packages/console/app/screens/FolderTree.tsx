import type { DataOf } from '@algotheque/client';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { DropTarget } from '../parts/DropTarget.tsx';
import { Link } from '../parts/Link.tsx';
import { Problem } from '../parts/Notice.tsx';
import { type Loaded, useTask } from '../parts/task.ts';
import type { Dragged } from '../state/drag.ts';
import { around, treeOf } from '../state/folders.ts';
import { words } from '../state/locale.ts';
import { moveAlgo } from './algoActions.ts';
import { Branches, Count } from './FolderBranches.tsx';
import { type Asked, FolderDialogs, moveFolder } from './FolderDialogs.tsx';
import { addressOfList, type ListQuery, titleOf } from './listQuery.ts';

interface Props {
  readonly query: ListQuery;
  readonly tree: Loaded<DataOf<'listFolders'>>;
  readonly onChange: () => void;
}

/** The lists, and the folders as a tree. Algorithms and folders can be dropped on folders. */
export function FolderTree({ query, tree, onChange }: Props) {
  const t = words();
  const task = useTask('button');
  const asked = useSignal<Asked | null>(null);
  const { data, failure, reload } = tree;
  const folders = data?.dossiers ?? [];
  const move = (dragged: Dragged, into: number | null): void =>
    void task.run(async () => {
      if (dragged.kind === 'algo') await moveAlgo(dragged, into);
      else await moveFolder(dragged.id, into);
      onChange();
    });
  const { role, folder } = query;
  const isWide = useMemo(() => matchMedia('(width > 48rem)').matches, []);
  return (
    <nav aria-label={t.folders.title}>
      <details class="tree" open={isWide}>
        <summary>{titleOf(query, folders)}</summary>
        <ul class="list">
          <Item to={addressOfList({})} current={role === 'all' && folder === undefined} text={t.list.all} />
          <Item to={addressOfList({ role: 'owner' })} current={role === 'owner'} text={t.list.own} />
          <Item to={addressOfList({ role: 'shared' })} current={role === 'shared'} text={t.list.shared} />
        </ul>
        <h2>
          {t.folders.title}
          <button type="button" class="small" onClick={() => (asked.value = { what: 'create', parent: null })}>
            {t.folders.create}
          </button>
        </h2>
        <Problem failure={failure} again={reload} />
        <Problem failure={task.failure} />
        {data !== null && folders.length === 0 && <p class="hint">{t.folders.none}</p>}
        <ul class="list">
          <li>
            <DropTarget onDrop={(dragged) => move(dragged, null)}>
              <Link to={addressOfList({ folder: null })} current={folder === null}>
                {t.list.top}
                <Count of={data?.algos ?? 0} />
              </Link>
            </DropTarget>
          </li>
          <Branches
            branches={treeOf(folders)}
            chosen={folder ?? null}
            open={around(folders, folder ?? null)}
            onMove={move}
            onAsk={(next) => (asked.value = next)}
          />
        </ul>
        {asked.value !== null && (
          <FolderDialogs
            asked={asked.value}
            folders={folders}
            chosen={folder ?? null}
            onDone={onChange}
            onClose={() => (asked.value = null)}
          />
        )}
      </details>
    </nav>
  );
}

interface ItemProps {
  readonly to: string;
  readonly current: boolean;
  readonly text: string;
}

function Item({ to, current, text }: ItemProps) {
  return (
    <li>
      <Link to={to} current={current}>
        {text}
      </Link>
    </li>
  );
}
