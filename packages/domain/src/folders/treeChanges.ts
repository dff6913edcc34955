import { type ExpectedVersion, isExpected } from '../algos/expectedVersion.ts';
import { DomainError } from '../errors.ts';
import type { FolderLimits } from '../policy.ts';
import { Responses } from '../responses.ts';
import type { Folder, FolderTree, FolderTreeState } from './folderTree.ts';
import { depthOf, levelsBelow, wayUp } from './treePlaces.ts';

const { Not_found, Name_taken, Too_deep, Quota_exceeded, Cycle, Conflict } = Responses.Folder;

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

/** Bytes of UTF-8 that all names of a tree have together: each change reads and writes the whole tree. */
const MOST_NAME_BYTES = 131_072;

/** @throws DomainError Folder.Quota_exceeded: with these names there is room for no more folders than there are */
function requireShortNames(before: readonly Folder[], after: readonly Folder[]): void {
  const [was, is] = [nameBytes(before), nameBytes(after)];
  if (is > MOST_NAME_BYTES && is > was) {
    throw new DomainError(Quota_exceeded, { used: before.length, limit: before.length });
  }
}

const encoder = new TextEncoder();
const nameBytes = (folders: readonly Folder[]): number => encoder.encode(folders.map(({ nom }) => nom).join('')).length;

/**
 * The tree with a new folder.
 * @throws DomainError Folder.Not_found for the parent, then Quota_exceeded, Too_deep, Name_taken, and Quota_exceeded for names that are too
 *   long together
 */
export function withFolder(tree: FolderTree, { nom, parentId }: FolderPlace, limits: FolderLimits): ChangedFolder {
  const { folders, lastId } = tree;
  requireParent(tree, parentId);
  const quota = { used: folders.length, limit: limits.perUser };
  if (quota.used >= quota.limit) throw new DomainError(Quota_exceeded, quota);
  if (depthOf(folders, parentId) >= limits.depth) throw new DomainError(Too_deep);
  const folder = { id: lastId + 1, nom, parentId };
  requireFreeName(tree, folder);
  const after = [...folders, folder];
  requireShortNames(folders, after);
  return { folder, state: { lastId: folder.id, folders: after } };
}

/**
 * The tree with the folder under another name or in another place; what is absent stays. Only a place that is deeper than the one before
 * can be too deep.
 * @throws DomainError Folder.Not_found for the folder or the parent, then Cycle, Too_deep, Name_taken, Quota_exceeded for names that are
 *   too long together
 */
export function withChanges(
  tree: FolderTree,
  { id, ...changes }: { readonly id: number } & Partial<FolderPlace>,
  limits: FolderLimits,
): ChangedFolder {
  const before = folderIn(tree, id);
  requireOpen(tree, id);
  const { nom, parentId } = { ...before, ...changes };
  if (nom === before.nom && parentId === before.parentId) return { folder: before, state: null };
  if (parentId !== before.parentId) requirePlace(tree, before, { parentId, limits });
  const folder = { ...before, nom, parentId };
  requireFreeName(tree, folder);
  const folders = tree.folders.map((one) => (one.id === id ? folder : one));
  requireShortNames(tree.folders, folders);
  return { folder, state: { lastId: tree.lastId, folders } };
}

/** Whether the folder is there, and neither it nor one that it lies in is being deleted. */
export const isOpenFolder = ({ folders }: FolderTree, id: number): boolean =>
  folders.some((folder) => folder.id === id) && !wayUp(folders, id).some(({ isLeaving }) => isLeaving);

/** A folder that is being deleted is as good as gone. */
function requireOpen(tree: FolderTree, id: number): void {
  if (!isOpenFolder(tree, id)) throw new DomainError(Not_found);
}

function requireParent(tree: FolderTree, parentId: number | null): void {
  if (parentId !== null) requireOpen(tree, parentId);
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

/** The folders of this name in a folder, or at the top: names are compared in NFC, code point by code point. */
export function foldersNamed(
  { folders }: Pick<FolderTree, 'folders'>,
  { nom, parentId }: Pick<Folder, 'nom' | 'parentId'>,
): readonly Folder[] {
  const name = nom.normalize('NFC');
  return folders.filter((folder) => folder.parentId === parentId && folder.nom.normalize('NFC') === name);
}

function requireFreeName(tree: FolderTree, folder: Folder): void {
  if (foldersNamed(tree, folder).some(({ id }) => id !== folder.id)) throw new DomainError(Name_taken);
}

/** @throws DomainError Folder.Conflict */
export function requireTreeVersion({ version }: FolderTree, expected: ExpectedVersion | undefined): void {
  if (!isExpected(version, expected)) throw new DomainError(Conflict);
}
