import { useSignal } from '@preact/signals';
import { DropTarget } from '../parts/DropTarget.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Link } from '../parts/Link.tsx';
import { Menu } from '../parts/Menu.tsx';
import { type Dragged, drag } from '../state/drag.ts';
import type { Branch, Folder } from '../state/folders.ts';
import { numberOf, words } from '../state/locale.ts';
import type { Asked } from './FolderDialogs.tsx';
import { addressOfList } from './listQuery.ts';

export const Count = ({ of }: { readonly of: number }) => (of > 0 ? <span class="count"> {numberOf(of)}</span> : null);

interface BranchesProps {
  readonly branches: readonly Branch[];
  readonly chosen: number | null;
  /** The folders around the chosen one. */
  readonly open: ReadonlySet<number>;
  readonly onMove: (dragged: Dragged, into: number) => void;
  readonly onAsk: (asked: Asked) => void;
}

export function Branches({ branches, ...rest }: BranchesProps) {
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
      <DropTarget onDrop={(dragged) => onMove(dragged, folder.id)}>
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
      </DropTarget>
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
