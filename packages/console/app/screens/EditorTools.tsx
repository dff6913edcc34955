import { Link } from '../parts/Link.tsx';
import { type Action, Menu } from '../parts/Menu.tsx';
import { download, fileNameOf } from '../state/download.ts';
import { words } from '../state/locale.ts';
import { copyAlgo, copyLink } from './algoActions.ts';
import type { Editing, SaveOptions } from './editing.ts';
import type { Opened } from './opened.ts';

interface Props {
  readonly id: number | 'new';
  readonly opened: Opened;
  readonly editing: Editing;
  readonly busy: boolean;
  readonly onSave: (options?: SaveOptions) => void;
  /** Does something else, and shows its failure. */
  readonly onAct: (work: () => Promise<void>) => void;
}

/** What can be done with the algorithm that is open. */
export function EditorTools({ id, opened, editing, busy, onSave, onAct }: Props) {
  const t = words();
  const { right, isGone } = opened;
  const getFile = (): void =>
    download(fileNameOf(editing.nom.value, 'json'), new Blob([editing.text], { type: 'application/json' }));
  const actions: readonly Action[] = [
    { text: t.editor.search, act: () => editing.editor?.openSearch() },
    { text: t.algo.download, act: getFile },
    ...(id === 'new' || isGone
      ? []
      : [
          { text: t.algo.link, act: () => void copyLink(id) },
          { text: t.algo.copy, act: () => onAct(() => copyAlgo({ id, nom: opened.nom })) },
        ]),
  ];
  return (
    <div class="buttons">
      {right !== 'Read' && !isGone && (
        <button type="button" class="main" aria-disabled={busy} onClick={() => onSave()}>
          {t.editor.save}
        </button>
      )}
      {isGone && (
        <button type="button" class="main" aria-disabled={busy} onClick={() => onSave({ asNew: true })}>
          {t.editor.saveAsNew}
        </button>
      )}
      {id !== 'new' && !isGone && (
        <>
          {right === 'Owner' && (
            <Link to={`algos/${id}/share`} class="button">
              {t.algo.share}
            </Link>
          )}
          <Link to={`algos/${id}/history`} class="button">
            {t.algo.history}
          </Link>
        </>
      )}
      {right !== 'Read' && (
        <button type="button" onClick={() => editing.format()}>
          {t.editor.format}
        </button>
      )}
      <Menu label={t.more} actions={actions} />
    </div>
  );
}
