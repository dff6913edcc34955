import { DomainError } from '../errors.ts';
import type { FolderLimits } from '../policy.ts';
import { Responses } from '../responses.ts';
import type { Folder, FolderTree, FolderTreeState } from './folderTree.ts';
import { depthOf, levelsBelow } from './treePlaces.ts';

const { Not_found, Name_taken, Too_deep, Quota_exceeded, Cycle, Not_empty } = Responses.Folder;

/** A folder, and the tree with its change; null if nothing changes. */
export interface ChangedFolder {
  readonly folder: Folder;
  readonly state: FolderTreeState | null;
}

/** Name and place of a folder. */
export type FolderPlace = Pick<Folder, 'nom' | 'parentId'>;

/** @throws DomainError Folder.Not_found */
export function folderIn({ folders }: FolderTree, id: number): Folder {
  const found = folders.find((folder) => folder.id === id);
  if (found === undefined) throw new DomainError(Not_found);
  return found;
}

/**
 * The tree with a new folder.
 * @throws DomainError Folder.Not_found for the parent, then Quota_exceeded, Too_deep, Name_taken
 */
export function withFolder(tree: FolderTree, { nom, parentId }: FolderPlace, limits: FolderLimits): ChangedFolder {
  const { folders, lastId } = tree;
  requireParent(tree, parentId);
  const quota = { used: folders.length, limit: limits.perUser };
  if (quota.used >= quota.limit) throw new DomainError(Quota_exceeded, quota);
  if (depthOf(folders, parentId) >= limits.depth) throw new DomainError(Too_deep);
  const folder = { id: lastId + 1, nom, parentId };
  requireFreeName(tree, folder);
  return { folder, state: { lastId: folder.id, folders: [...folders, folder] } };
}

/**
 * The tree with the folder under another name or in another place; what is absent stays. Only a place that is deeper than the one before can be
 * too deep.
 * @throws DomainError Folder.Not_found for the folder or the parent, then Cycle, Too_deep, Name_taken
 */
export function withChanges(
  tree: FolderTree,
  { id, ...changes }: { readonly id: number } & Partial<FolderPlace>,
  limits: FolderLimits,
): ChangedFolder {
  const before = folderIn(tree, id);
  const { nom, parentId } = { ...before, ...changes };
  if (nom === before.nom && parentId === before.parentId) return { folder: before, state: null };
  if (parentId !== before.parentId) requirePlace(tree, before, { parentId, limits });
  const folder = { ...before, nom, parentId };
  requireFreeName(tree, folder);
  const folders = tree.folders.map((one) => (one.id === id ? folder : one));
  return { folder, state: { lastId: tree.lastId, folders } };
}

/**
 * The tree without the folder and those below it.
 * @throws DomainError Folder.Not_found; Folder.Not_empty if there are some, and `isRecursive` does not take them
 */
export function withoutFolder(tree: FolderTree, id: number, isRecursive: boolean): FolderTreeState {
  folderIn(tree, id);
  const gone = new Set(levelsBelow(tree.folders, id).flat());
  if (gone.size > 1 && !isRecursive) throw new DomainError(Not_empty);
  return { lastId: tree.lastId, folders: tree.folders.filter((folder) => !gone.has(folder.id)) };
}

function requireParent(tree: FolderTree, parentId: number | null): void {
  if (parentId !== null) folderIn(tree, parentId);
}

interface WantedPlace {
  readonly parentId: number | null;
  readonly limits: FolderLimits;
}

function requirePlace(tree: FolderTree, folder: Folder, { parentId, limits }: WantedPlace): void {
  requireParent(tree, parentId);
  const levels = levelsBelow(tree.folders, folder.id);
  if (parentId !== null && levels.flat().includes(parentId)) throw new DomainError(Cycle);
  const [before, after] = [depthOf(tree.folders, folder.parentId), depthOf(tree.folders, parentId)];
  if (after > before && after + levels.length > limits.depth) throw new DomainError(Too_deep);
}

/** Names are compared in NFC, code point by code point. */
function requireFreeName({ folders }: FolderTree, { id, nom, parentId }: Folder): void {
  const isTaken = folders.some(
    (other) => other.id !== id && other.parentId === parentId && other.nom.normalize('NFC') === nom.normalize('NFC'),
  );
  if (isTaken) throw new DomainError(Name_taken);
}
