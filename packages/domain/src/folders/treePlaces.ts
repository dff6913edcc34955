import type { Folder } from './folderTree.ts';

/** How many folders lie above, plus one; 0 for the top. */
export function depthOf(folders: readonly Folder[], id: number | null): number {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  let depth = 0;
  for (let at = id; at !== null; at = byId.get(at)?.parentId ?? null) depth += 1;
  return depth;
}

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
