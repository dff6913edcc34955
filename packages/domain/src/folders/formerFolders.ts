import { type Folder, type FolderTreeState, parentsOf, unsoundFolder } from './folderTree.ts';

/**
 * The tree of the folders that earlier releases kept one by one, without a rule for names and places. Ids and names stay, equal and
 * long names too, and so do places, however deep. A folder whose parent is missing comes to the top, and of a cycle the one with the lowest id.
 */
export function treeOfFolders(former: readonly Folder[]): FolderTreeState {
  const sorted = former.toSorted((one, other) => one.id - other.id);
  const parents = parentsOf(sorted);
  const sound = new Set<number>();
  for (const { id } of sorted) {
    for (let top = unsoundFolder(parents, id, sound); top !== null; top = unsoundFolder(parents, id, sound)) {
      parents.set(top, null);
    }
  }
  const folders = sorted.map(({ id, nom }) => ({ id, nom, parentId: parents.get(id) ?? null }));
  return { lastId: folders.at(-1)?.id ?? 0, folders };
}
