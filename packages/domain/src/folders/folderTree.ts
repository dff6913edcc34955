import type { Health } from '../storeErrors.ts';

/** A folder of a user. */
export interface Folder {
  /** Positive, one in the tree of the owner, never given again there. */
  readonly id: number;
  readonly nom: string;
  /** The folder that it lies in, or null at the top. */
  readonly parentId: number | null;
}

/** All folders of a user. They are one record, so that a change sees and commits all of them. */
export interface FolderTree {
  readonly ownerId: number;
  /** The number of committed changes; 0 for a user who never had a folder. */
  readonly version: number;
  /** The highest id that was given; 0 for none. */
  readonly lastId: number;
  /** By ascending id. Each parent is among them, and no folder lies in itself. */
  readonly folders: readonly Folder[];
}

export type FolderTreeState = Pick<FolderTree, 'lastId' | 'folders'>;

export const noFolders = (ownerId: number): FolderTree => ({ ownerId, version: 0, lastId: 0, folders: [] });

type Placed = Pick<Folder, 'id' | 'parentId'>;

/**
 * A folder whose way up does not lead to the top: its parent is missing, or it has the lowest id in a cycle. Null if there is none. Takes
 * time in proportion to the number of folders, if `sound` is kept from call to call.
 */
export function unsoundFolder(
  parents: ReadonlyMap<number, number | null>,
  start: number,
  sound: Set<number>,
): number | null {
  const way = new Set<number>();
  for (let id: number = start; !sound.has(id); ) {
    if (way.has(id)) return lowestOfCycle(parents, id);
    way.add(id);
    const parent = parents.get(id) ?? null;
    if (parent === null) break;
    if (!parents.has(parent)) return id;
    id = parent;
  }
  for (const id of way) sound.add(id);
  return null;
}

function lowestOfCycle(parents: ReadonlyMap<number, number | null>, start: number): number {
  let lowest = start;
  for (let id = parents.get(start); id !== start && id !== undefined && id !== null; id = parents.get(id)) {
    lowest = Math.min(lowest, id);
  }
  return lowest;
}

export const parentsOf = (folders: readonly Placed[]): Map<number, number | null> =>
  new Map(folders.map(({ id, parentId }) => [id, parentId]));

function wayUp(folders: readonly Folder[], id: number | null): readonly Folder[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const way: Folder[] = [];
  for (let at = id === null ? undefined : byId.get(id); at !== undefined; ) {
    way.push(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return way;
}

/** 0 for the top. */
export const depthOf = (folders: readonly Folder[], id: number | null): number => wayUp(folders, id).length;

export function levelsBelow(folders: readonly Folder[], id: number): readonly (readonly number[])[] {
  const inside = Map.groupBy(folders, ({ parentId }) => parentId);
  const levels: number[][] = [];
  for (let level = [id]; level.length > 0; ) {
    levels.push(level);
    level = level.flatMap((parent) => (inside.get(parent) ?? []).map((folder) => folder.id));
  }
  return levels;
}

/** Folders of users: one tree for each owner, who need not be a user of the store. */
export interface FolderRepository extends Health {
  /**
   * The tree of the owner; without one, of version 0 and without folders. Resolves to `known` itself, an earlier tree of the owner, if that
   * has its version still: then the folders are not read. @throws DamagedError
   */
  find(ownerId: number, known?: FolderTree): Promise<FolderTree>;
  /**
   * Writes the tree, if it has this version still, and resolves to what was written, with the next version. 0 makes a tree where there
   * is none. Null when another change came first; of several that race on a version, one succeeds. Not repeatable.
   */
  compareAndSet(ownerId: number, version: number, state: FolderTreeState): Promise<FolderTree | null>;
  /** Removes the tree of the owner, a damaged one too. Repeatable. */
  deleteByOwner(ownerId: number): Promise<void>;
}
