import type { Health } from '../health.ts';
import type { FolderTree, FolderTreeState } from './folderTree.ts';

/**
 * Folders of users: one tree for each owner, who need not be a user of the store. Every method that cannot reach the store throws
 * UnavailableError. Texts are kept code unit by code unit. Ids are integers up to Number.MAX_SAFE_INTEGER, kept exactly.
 */
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
