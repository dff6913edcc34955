import { type ExpectedVersion, isExpected } from '../input.ts';
import type { Policy } from '../policy.ts';
import { DomainError, Responses } from '../responses.ts';
import { depthOf, type Folder, type FolderTree, type FolderTreeState, levelsBelow } from './folderTree.ts';

const { Not_found, Name_taken, Too_deep, Quota_exceeded, Cycle, Conflict } = Responses.Folder;

export interface ChangedFolder {
  readonly folder: Folder;
  readonly state: FolderTreeState | null;
}

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
 * @throws DomainError Folder.Not_found for the parent, then Quota_exceeded, Too_deep, Name_taken, and Quota_exceeded for names that are too
 * long together
 */
export function withFolder(tree: FolderTree, { nom, parentId }: FolderPlace, limits: Policy['folders']): ChangedFolder {
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
 * What is absent stays. Only a place that is deeper than the one before can be too deep.
 * @throws DomainError Folder.Not_found for the folder or the parent, then Cycle, Too_deep, Name_taken, Quota_exceeded for names that are
 * too long together
 */
export function withChangedFolder(
  tree: FolderTree,
  { id, ...changes }: { readonly id: number } & Partial<FolderPlace>,
  limits: Policy['folders'],
): ChangedFolder {
  const before = folderIn(tree, id);
  const { nom, parentId } = { ...before, ...changes };
  if (nom === before.nom && parentId === before.parentId) return { folder: before, state: null };
  if (parentId !== before.parentId) requirePlace(tree, before, { parentId, limits });
  const folder = { ...before, nom, parentId };
  requireFreeName(tree, folder);
  const folders = tree.folders.map((one) => (one.id === id ? folder : one));
  requireShortNames(tree.folders, folders);
  return { folder, state: { lastId: tree.lastId, folders } };
}

function requireParent(tree: FolderTree, parentId: number | null): void {
  if (parentId !== null) folderIn(tree, parentId);
}

function requirePlace(
  tree: FolderTree,
  folder: Folder,
  { parentId, limits }: { readonly parentId: number | null; readonly limits: Policy['folders'] },
): void {
  requireParent(tree, parentId);
  const levels = levelsBelow(tree.folders, folder.id);
  if (parentId !== null && levels.flat().includes(parentId)) throw new DomainError(Cycle);
  const [before, after] = [depthOf(tree.folders, folder.parentId), depthOf(tree.folders, parentId)];
  if (after > before && after + levels.length > limits.depth) throw new DomainError(Too_deep);
}

/** Names are compared in NFC, code point by code point. */
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

export function requireTreeVersion({ version }: FolderTree, expected: ExpectedVersion | undefined): void {
  if (!isExpected(version, expected)) throw new DomainError(Conflict);
}

/** The folder and those below it. @throws DomainError Folder.Not_found */
export function foldersBelow(tree: FolderTree, id: number): readonly number[] {
  return levelsBelow(tree.folders, folderIn(tree, id).id).flat();
}

interface WithoutFolder {
  /** The folder and those below it. */
  readonly ids: readonly number[];
  readonly state: FolderTreeState;
}

/** @throws DomainError Folder.Not_found if another request has done it */
export function withoutFolder(tree: FolderTree, id: number): WithoutFolder {
  const ids = foldersBelow(tree, id);
  const gone = new Set(ids);
  return { ids, state: { lastId: tree.lastId, folders: tree.folders.filter((one) => !gone.has(one.id)) } };
}
