import { Notice } from '../parts/Notice.tsx';
import { sizeOf, words } from '../state/locale.ts';
import { usage } from '../state/session.ts';
import type { Editing } from './editing.ts';

/** What is wrong with the text, each with its place. */
export function EditorProblems({ editing }: { readonly editing: Editing }) {
  const t = words().editor;
  const problems = editing.problems.value;
  if (problems.length === 0) return null;
  return (
    <Notice kind="problem">
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.pointer} ${problem.text}`}>
            {editing.sentenceOf(problem)}{' '}
            <button type="button" class="small" onClick={() => editing.editor?.goTo(editing.placeOf(problem))}>
              {t.goTo}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface Props {
  readonly editing: Editing;
  readonly readOnly: boolean;
  readonly isOwner: boolean;
}

/** Sizes, and whether what is typed is saved. */
export function EditorStatus({ editing, readOnly, isOwner }: Props) {
  const t = words().editor;
  const bytes = editing.bytes.value;
  const room = usage.value?.bytes;
  return (
    <div class="status">
      <span>{bytes === null ? t.notJson : t.size(sizeOf(bytes))}</span>
      {isOwner && room !== undefined && (
        <span>
          {room.limit === null ? t.quotaFree(sizeOf(room.used)) : t.quota(sizeOf(room.used), sizeOf(room.limit))}
        </span>
      )}
      {!readOnly && editing.isChanged.value && <span>{editing.isKept.value ? t.unsaved : t.notKept}</span>}
    </div>
  );
}
