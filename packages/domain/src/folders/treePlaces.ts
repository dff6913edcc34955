import type { Folder } from './folderTree.ts';

/** The folder and those that it lies in, from below; none for the top. */
export function wayUp(folders: readonly Folder[], id: number | null): readonly Folder[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const way: Folder[] = [];
  for (let at = id === null ? undefined : byId.get(id); at !== undefined; ) {
    way.push(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return way;
}

/** How many folders lie above, plus one; 0 for the top. */
export const depthOf = (folders: readonly Folder[], id: number | null): number => wayUp(folders, id).length;

/** The folder, and all below it, level by level. */
export function levelsBelow(folders: readonly Folder[], id: number): readonly (readonly number[])[] {
  const inside = Map.groupBy(folders, ({ parentId }) => parentId);
  const levels: number[][] = [];
  for (let level = [id]; level.length > 0; ) {
    levels.push(level);
    level = level.flatMap((parent) => (inside.get(parent) ?? []).map((folder) => folder.id));
  }
  return levels;
}
