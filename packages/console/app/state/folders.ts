import type { DataOf } from '@algotheque/client';

export type Folder = DataOf<'listFolders'>['dossiers'][number];

/** A folder with those in it, sorted by name. */
export interface Branch {
  readonly folder: Folder;
  readonly branches: readonly Branch[];
}

export function treeOf(folders: readonly Folder[]): readonly Branch[] {
  const byParent = Map.groupBy(folders, ({ parentId }) => parentId);
  const below = (id: number | null): readonly Branch[] =>
    [...(byParent.get(id) ?? [])]
      .sort((a, b) => a.nom.localeCompare(b.nom))
      .map((folder) => ({ folder, branches: below(folder.id) }));
  return below(null);
}

/** The folder and all in it, with how deep each lies; without `left` and what is in it. */
export const flatTree = (branches: readonly Branch[], left: number | null = null, depth = 0): readonly Flat[] =>
  branches
    .filter(({ folder }) => folder.id !== left)
    .flatMap((branch) => [{ folder: branch.folder, depth }, ...flatTree(branch.branches, left, depth + 1)]);

interface Flat {
  readonly folder: Folder;
  readonly depth: number;
}

/** The ids of the folders around a folder. */
export function around(folders: readonly Folder[], id: number | null): ReadonlySet<number> {
  const found = new Set<number>();
  for (let next = id; next !== null; ) {
    const folder = folders.find((one) => one.id === next);
    if (folder === undefined) break;
    found.add(folder.id);
    next = folder.parentId;
  }
  return found;
}
