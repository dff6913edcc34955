import type { Health } from '../health.ts';
import type { OnDamaged } from '../storeErrors.ts';

/** A folder of a user. Deleted together with the user. */
export interface Folder {
  readonly id: number;
  readonly nom: string;
  readonly ownerId: number;
  /** The folder that it lies in, or null at the root. */
  readonly parentId: number | null;
}

/**
 * Folders of users. Every method that cannot reach the store throws UnavailableError. Texts are kept code unit by code
 * unit. Ids are integers up to Number.MAX_SAFE_INTEGER, kept exactly.
 */
export interface FolderRepository extends Health {
  /** Saves a folder under a new, positive id that is never given again. Not repeatable: each call makes a folder of its own. */
  insert(folder: Omit<Folder, 'id'>): Promise<Folder>;
  /**
   * By ascending id; empty for an unknown user. Leaves a damaged folder out and notifies `onDamaged`; without it throws
   * DamagedError.
   */
  listByOwner(ownerId: number, onDamaged?: OnDamaged): Promise<readonly Folder[]>;
  /** Removes all folders of the owner, damaged ones too. Repeatable. */
  deleteByOwner(ownerId: number): Promise<void>;
}
