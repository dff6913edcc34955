/** A folder of a user. */
export interface Folder {
  /** Positive, one in the tree of the owner, never given again there. */
  readonly id: number;
  readonly nom: string;
  /** The folder that it lies in, or null at the top. */
  readonly parentId: number | null;
  /** A deletion of it has begun: nothing comes into it. Absent: none has. */
  readonly isLeaving?: true;
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

/** What a change of a tree commits. */
export type FolderTreeState = Pick<FolderTree, 'lastId' | 'folders'>;

/** The tree of a user who never had a folder. */
export const noFolders = (ownerId: number): FolderTree => ({ ownerId, version: 0, lastId: 0, folders: [] });

type Placed = Pick<Folder, 'id' | 'parentId'>;

/**
 * A folder whose way up does not lead to the top: its parent is missing, or it is the one with the lowest id in a cycle.
 * Null if there is none. Takes time in proportion to the number of folders, if `sound` is kept from call to call.
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

/** By id. */
export const parentsOf = (folders: readonly Placed[]): Map<number, number | null> =>
  new Map(folders.map(({ id, parentId }) => [id, parentId]));
