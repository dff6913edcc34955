import type { DataOf } from '@algotheque/client';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../parts/Icon.tsx';
import { Link } from '../parts/Link.tsx';
import { Menu } from '../parts/Menu.tsx';
import { Problem } from '../parts/Notice.tsx';
import { type Loaded, useTask } from '../parts/task.ts';
import { type Dragged, drag, dropped, isOurs } from '../state/drag.ts';
import { around, type Branch, type Folder, treeOf } from '../state/folders.ts';
import { numberOf, words } from '../state/locale.ts';
import { moveAlgo } from './algoActions.ts';
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
  const task = useTask();
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
            <Target onDrop={(dragged) => move(dragged, null)}>
              <Link to={addressOfList({ folder: null })} current={folder === null}>
                {t.list.top}
                <Count of={data?.algos ?? 0} />
              </Link>
            </Target>
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

const Count = ({ of }: { readonly of: number }) => (of > 0 ? <span class="count"> {numberOf(of)}</span> : null);

interface BranchesProps {
  readonly branches: readonly Branch[];
  readonly chosen: number | null;
  /** The folders around the chosen one. */
  readonly open: ReadonlySet<number>;
  readonly onMove: (dragged: Dragged, into: number) => void;
  readonly onAsk: (asked: Asked) => void;
}

function Branches({ branches, ...rest }: BranchesProps) {
  return branches.map((branch) => <BranchItem key={branch.folder.id} branch={branch} {...rest} />);
}

function BranchItem({ branch, ...rest }: Omit<BranchesProps, 'branches'> & { readonly branch: Branch }) {
  const t = words().folders;
  const { folder, branches } = branch;
  const { chosen, open, onMove, onAsk } = rest;
  const toggled = useSignal<boolean | null>(null);
  const isOpen = toggled.value ?? open.has(folder.id);
  return (
    <li>
      <Target onDrop={(dragged) => onMove(dragged, folder.id)}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the same can be done by its menu */}
        <div
          class="folder"
          draggable
          onDragStart={(event) => drag(event, { kind: 'folder', id: folder.id, name: folder.nom })}
        >
          {branches.length > 0 && (
            <button
              type="button"
              class="quiet toggle"
              aria-expanded={isOpen}
              aria-label={t.expand(folder.nom)}
              onClick={() => (toggled.value = !isOpen)}
            >
              <Icon name={isOpen ? 'opened' : 'closed'} />
            </button>
          )}
          <Link to={addressOfList({ folder: folder.id })} current={chosen === folder.id}>
            {folder.nom}
            <Count of={folder.algos} />
          </Link>
          <Menu label={words().actions(folder.nom)} actions={actionsOf(folder, onAsk)} />
        </div>
      </Target>
      {isOpen && branches.length > 0 && (
        <ul class="list">
          <Branches branches={branches} {...rest} />
        </ul>
      )}
    </li>
  );
}

function actionsOf(folder: Folder, onAsk: BranchesProps['onAsk']) {
  const t = words().folders;
  return [
    { text: t.createIn, act: () => onAsk({ what: 'create', parent: folder.id }) },
    { text: t.rename, act: () => onAsk({ what: 'rename', folder }) },
    { text: t.move, act: () => onAsk({ what: 'move', folder }) },
    { text: t.delete, act: () => onAsk({ what: 'delete', folder }), danger: true },
  ];
}

/** Takes what is dropped on it. */
function Target({
  onDrop,
  children,
}: {
  readonly onDrop: (dragged: Dragged) => void;
  readonly children: ComponentChildren;
}) {
  const isOver = useSignal(false);
  const over = (event: DragEvent): void => {
    if (!isOurs(event)) return;
    event.preventDefault();
    isOver.value = true;
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    isOver.value = false;
    const dragged = dropped(event);
    if (dragged !== null) onDrop(dragged);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same can be done by the menu of what is dragged
    <div
      class={isOver.value ? 'target over' : 'target'}
      onDragOver={over}
      onDragLeave={() => (isOver.value = false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
