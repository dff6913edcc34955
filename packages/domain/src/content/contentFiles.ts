import type { Health } from '../health.ts';

/** A file that was written, and whose content is not durable yet. One of the two methods is called, once. */
export interface WrittenFile {
  /** Makes the content durable. @throws UnavailableError when it may not be: then the file must be written anew */
  sync(): Promise<void>;
  /** Ends without making the content durable. */
  drop(): Promise<void>;
}

/**
 * The files of a content store that keeps content elsewhere until the files are durable: one file per algorithm, under
 * its id. A method that cannot reach its medium throws UnavailableError, also when another medium is in its place, such as
 * the empty folder of a disk that is not mounted. One caller at a time works on an id.
 */
export interface ContentFiles extends Health {
  /** A new reference for the content: a random part and its SHA-256. @throws RangeError when the content is too large */
  newRef(content: Uint8Array): string;
  /** Whether it is the content of the reference. */
  isContentOf(ref: string, content: Uint8Array): boolean;
  /**
   * Makes `content`, which `ref` names, the file of an algorithm. Readers see the content before or this one, never a
   * mixture. It is durable after `sync` of the result and then `syncNames`.
   * @param isNew whether the caller knows of no file of the algorithm: what is right without it can then take fewer steps. Default: false
   */
  write(id: number, ref: string, content: Uint8Array, isNew?: boolean): Promise<WrittenFile>;
  /** Removes the file of an algorithm, durably after `syncNames`. Repeatable. */
  remove(id: number): Promise<void>;
  /** Makes all writes and removals durable that have ended, and whose content is durable. */
  syncNames(): Promise<void>;
  /**
   * The content of an algorithm, if the file has what `ref` names; else null.
   * @throws DamagedError when no content can have this reference
   */
  read(id: number, ref: string): Promise<Uint8Array | null>;
  /** Where an operator finds the file. */
  locate(id: number): string;
}
