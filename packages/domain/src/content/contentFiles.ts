import type { Health } from '../health.ts';

/** What the file of an algorithm must become. */
export interface FileChange {
  readonly id: number;
  /** What `ref` names; null: there must be no file. */
  readonly content: FileContent | null;
}

export interface FileContent {
  readonly ref: string;
  /** Nobody changes them until the call has ended. */
  readonly bytes: Uint8Array;
  /** Whether the caller knows of no file of the algorithm: what is right without it can then take fewer steps. */
  readonly isNew: boolean;
}

/**
 * The files of a content store that keeps content elsewhere until the files are durable: one file per algorithm, under
 * its id. A method that cannot reach its medium throws UnavailableError, also when another medium is in its place, such as
 * the empty folder of a disk that is not mounted. `apply` has one caller at a time.
 */
export interface ContentFiles extends Health {
  /** A new reference for the content: a random part and its SHA-256. @throws RangeError when the content is too large */
  newRef(content: Uint8Array): string;
  /** Whether it is the content of the reference. */
  isContentOf(ref: string, content: Uint8Array): boolean;
  /**
   * Makes the files what the changes say, durably; no two of them are of one algorithm. Readers see the content before or the new one,
   * never a mixture. Resolves to a list in the order of the changes: null for a change that is durable, else why it may not be: it must
   * be given anew then, because the system may have given up its content. A change may be given again that is done.
   * @throws UnavailableError when none of them may be durable
   */
  apply(changes: readonly FileChange[]): Promise<readonly (Error | null)[]>;
  /**
   * The content of an algorithm, if the file has what `ref` names; else null.
   * @throws DamagedError when no content can have this reference
   */
  read(id: number, ref: string): Promise<Uint8Array | null>;
  /** Where an operator finds the file. */
  locate(id: number): string;
}
