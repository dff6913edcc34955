import type { Algorithm, DeletedAlgo, FormerAlgo } from '../algorithm.ts';
import type { MailEntry } from '../emails/mailQueue.ts';
import type { StoredEvent } from '../eventStore.ts';
import type { FolderTree } from '../folders/folderTree.ts';
import type { RememberedKey } from '../rateLimiter.ts';
import type { Session } from '../sessions/sessionStore.ts';
import { type OnDamaged, StoreError } from '../storeErrors.ts';
import type { User } from '../user.ts';
import type { DeletionEntry } from './deletionLog.ts';

/**
 * The rows of a store, by kind. Counters of limits are not copied: they have no meaning in another store. What is remembered is copied,
 * because refusals hold for years.
 */
export interface PortableRows {
  /** With the mark that hides a user who is being deleted. */
  readonly user: User & { readonly deleted: boolean };
  readonly session: Session;
  readonly algo: Algorithm;
  /** What an algorithm was; its content is in the content store. */
  readonly former: FormerAlgo;
  /** A deleted algorithm. */
  readonly deleted: DeletedAlgo;
  /** The folders of an owner. */
  readonly folder: FolderTree;
  readonly deletion: DeletionEntry;
  readonly remembered: RememberedKey;
  /** A mail that waits for a mail server, or was given up. */
  readonly mail: MailEntry;
  readonly event: StoredEvent;
  /** The highest id ever given for a kind, so that it is not given again. */
  readonly lastId: { readonly of: 'user' | 'algo'; readonly id: number };
}

export type PortableKind = keyof PortableRows;

const MOST_ROWS = 1_000;
/** The folders of one owner can have a megabyte. */
const MOST_TREES = 20;

/** The most rows of a kind that a copy holds at once. */
export const rowsAtOnce = (kind: PortableKind): number => (kind === 'folder' ? MOST_TREES : MOST_ROWS);

/** The store cannot take this import; the message says why, for an operator. */
export class ImportRefusedError extends StoreError {
  override readonly name = 'ImportRefusedError';
}

/** Completes "the store …". @param source what was imported, if that is known */
export const interruptedImport = (source: unknown): string =>
  `holds a part of ${typeof source === 'string' ? `an import from ${source}` : 'an import'} that was interrupted: --begin-anew removes it and begins anew`;

/** The rows of a store or a backup: the one way in which all that looks through them reads them. */
export interface RowReader {
  /** About how many rows of a kind `exportRows` reads, damaged ones included: for the progress of long work. */
  countRows(kind: PortableKind): Promise<number>;
  /**
   * All rows of a kind in batches of at most `rowsAtOnce`, by ascending key (id, digest, reference, id of the owner or user, name). A
   * damaged row is left out, and `onDamaged` gets it once, before the batch that follows it. Without `onDamaged`: @throws DamagedError
   */
  exportRows<Kind extends PortableKind>(
    kind: Kind,
    onDamaged?: OnDamaged,
  ): AsyncIterable<readonly PortableRows[Kind][]>;
}

/** An import that begins. */
export interface ImportOrder {
  /** What is imported, without credentials. */
  readonly source: string;
  /** Removes what an interrupted import has left. Default: false, it is refused. */
  readonly anew?: boolean;
  /**
   * The folder of content has the mark of an interrupted import: all that a store holds that names this folder was left by it. Default:
   * false, only the mark of the store says so.
   */
  readonly isLeft?: boolean;
}

/**
 * A store that can be copied into another, or looked through: the methods that commands for operators need beside the
 * repositories. The caller who imports makes sure that nobody else writes to the store meanwhile.
 */
export interface PortableStore extends RowReader {
  /**
   * Marks the store as the target of an import. Until `endImport` it opens for nothing else. An import that was interrupted before its
   * first row is simply begun again.
   * @throws ImportRefusedError when it holds anything, unless that is what an interrupted import has left, and it is to be removed
   */
  beginImport(order: ImportOrder): Promise<void>;
  /**
   * Stores rows under their own keys; an existing row is replaced. Durable when it resolves; repeatable.
   * @throws KeyTakenError when a user has the e-mail of a user under another key. A store that keeps `ref` unique throws it
   * for an algorithm with the content of another, too
   */
  importRows<Kind extends PortableKind>(kind: Kind, rows: readonly PortableRows[Kind][]): Promise<void>;
  /** Removes the mark of the import: the store is complete. */
  endImport(): Promise<void>;
}

/** Which content an algorithm or a former version of it names. */
export type NamedContent = Pick<Algorithm, 'id' | 'ref'>;

/**
 * What a store holds, read beside the servers that use it; nothing is written. A view is of one moment, or shows each time
 * what is stored then. All methods throw UnavailableError.
 */
export interface StoreView extends RowReader {
  /** The content, where the store itself has it; else null. */
  content(named: NamedContent): Promise<Uint8Array | null>;
  /** The record of an algorithm, or what is in the bin; null if there is neither. @throws DamagedError */
  find(id: number): Promise<Algorithm | DeletedAlgo | null>;
  /** The former version with this content; null if there is none. @throws DamagedError */
  findFormer(ref: string): Promise<FormerAlgo | null>;
}

/** A view that must be ended. */
export interface HeldView extends StoreView {
  /** A second call has no effect. */
  end(): Promise<void>;
}
