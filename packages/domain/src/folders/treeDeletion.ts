import type { FolderTree, FolderTreeState } from './folderTree.ts';
import { folderIn } from './treeChanges.ts';
import { levelsBelow } from './treePlaces.ts';

interface TreeChange {
  /** Null if nothing changes. */
  readonly state: FolderTreeState | null;
}

/** A deletion that has begun. */
interface Begun extends TreeChange {
  /** The folder and those below it. From here on nothing comes into them. */
  readonly ids: readonly number[];
}

/** The tree with the mark that the folder is being deleted. @throws DomainError Folder.Not_found */
export function withMark(tree: FolderTree, id: number): Begun {
  const folder = folderIn(tree, id);
  const ids = levelsBelow(tree.folders, id).flat();
  const marked = tree.folders.map((one) => (one.id === id ? { ...one, isLeaving: true as const } : one));
  return { ids, state: folder.isLeaving === true ? null : { lastId: tree.lastId, folders: marked } };
}

/** The tree without the mark. */
export function withoutMark(tree: FolderTree, id: number): TreeChange {
  const folders = tree.folders.map(({ isLeaving, ...one }) =>
    isLeaving && one.id !== id ? { ...one, isLeaving } : one,
  );
  const isMarked = tree.folders.some((folder) => folder.id === id && folder.isLeaving === true);
  return { state: isMarked ? { lastId: tree.lastId, folders } : null };
}

/** The end of a deletion. */
interface Ended extends TreeChange {
  /** False if somebody has taken the mark away: then something may be in the folder again. */
  readonly isGone: boolean;
}

/** The tree without the folder and those below it. @throws DomainError Folder.Not_found if another request has done it */
export function withoutFolder(tree: FolderTree, id: number): Ended {
  if (folderIn(tree, id).isLeaving !== true) return { state: null, isGone: false };
  const gone = new Set(levelsBelow(tree.folders, id).flat());
  const folders = tree.folders.filter((one) => !gone.has(one.id));
  return { state: { lastId: tree.lastId, folders }, isGone: true };
}
