import type { Folder } from '../folder.ts';
import type { Health } from '../health.ts';

/** Folders of users. Every method that cannot reach the store throws UnavailableError. */
export interface FolderRepository extends Health {
  /** Saves a folder under a new, positive id that is never given again. */
  insert(folder: Omit<Folder, 'id'>): Promise<Folder>;
  /** By ascending id; empty for an unknown user. */
  listByOwner(ownerId: number): Promise<readonly Folder[]>;
  /** Removes all folders of the owner. Repeatable. */
  deleteByOwner(ownerId: number): Promise<void>;
}
