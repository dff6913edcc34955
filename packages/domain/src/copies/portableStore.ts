import type { Algorithm } from '../algorithm.ts';
import type { Folder } from '../folders/folderRepository.ts';
import type { Session } from '../session.ts';
import { type OnDamaged, StoreError } from '../storeErrors.ts';
import type { DeletionEntry } from '../upkeep/deletionLog.ts';
import type { User } from '../user.ts';

/** The rows of a store, by kind. Counters of limits are not copied: they have no meaning in another store. */
export interface PortableRows {
  /** With the mark that hides a user who is being deleted. */
  readonly user: User & { readonly deleted: boolean };
  readonly session: Session;
  readonly algo: Algorithm;
  readonly folder: Folder;
  readonly deletion: DeletionEntry;
  /** The highest id ever given for a kind, so that it is not given again. */
  readonly lastId: { readonly of: 'user' | 'algo' | 'folder'; readonly id: number };
}

export type PortableKind = keyof PortableRows;

/** The store cannot take this import; the message says why, for an operator. */
export class ImportRefusedError extends StoreError {
  override readonly name = 'ImportRefusedError';
}

/**
 * A store that can be copied into another, or looked through: the methods that commands for operators need beside the
 * repositories. The caller who imports makes sure that nobody else writes to the store meanwhile.
 */
export interface PortableStore {
  /** About how many rows of a kind `exportRows` reads, damaged ones included: for the progress of long work. */
  countRows(kind: PortableKind): Promise<number>;
  /**
   * All rows of a kind in batches of at most 1,000, by ascending key (id, digest, user id, name). A damaged row is left
   * out, and `onDamaged` gets it once, before the batch that follows it. Without `onDamaged`: @throws DamagedError
   */
  exportRows<Kind extends PortableKind>(
    kind: Kind,
    onDamaged?: OnDamaged,
  ): AsyncIterable<readonly PortableRows[Kind][]>;
  /**
   * Marks the store as the target of the import that `source` names (no credentials in it). Until `endImport` the store
   * opens for nothing else. Resolves to whether this same import had begun before.
   * @throws ImportRefusedError when it holds anything, unless it is marked with this same import
   */
  beginImport(source: string): Promise<'begun' | 'resumed'>;
  /**
   * Stores rows under their own keys; an existing row is replaced. Durable when it resolves; repeatable.
   * @throws KeyTakenError when a user has the e-mail of a user under another key. A store that keeps `ref` unique throws it
   * for an algorithm with the content of another, too
   */
  importRows<Kind extends PortableKind>(kind: Kind, rows: readonly PortableRows[Kind][]): Promise<void>;
  /** Removes the mark: the store is complete. */
  endImport(): Promise<void>;
}
