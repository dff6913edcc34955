import type { Folder } from '../folder.ts';
import type { Health } from '../health.ts';
import type { OnDamaged } from '../storeErrors.ts';

/**
 * Folders of users. Every method that cannot reach the store throws UnavailableError. Texts are kept code unit by code
 * unit. Ids are integers up to Number.MAX_SAFE_INTEGER, kept exactly.
 */
export interface FolderRepository extends Health {
  /** Saves a folder under a new, positive id that is never given again. Not repeatable: each call makes a folder of its own. */
  insert(folder: Omit<Folder, 'id'>): Promise<Folder>;
  /**
   * By ascending id; empty for an unknown user. Leaves a damaged folder out and tells `onDamaged`; without it throws
   * DamagedError.
   */
  listByOwner(ownerId: number, onDamaged?: OnDamaged): Promise<readonly Folder[]>;
  /** Removes all folders of the owner, damaged ones too. Repeatable. */
  deleteByOwner(ownerId: number): Promise<void>;
}
