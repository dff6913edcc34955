import type { EmailCase, OnProblem, OpenStoreOptions, PortableStore, StoreCheck, StorePorts } from '@algotheque/domain';
import type { StoreFileError } from './errors.ts';
import type { ContentOwner } from './schema/contentMatch.ts';

export interface SqliteStoreOptions extends Pick<OpenStoreOptions, 'room' | 'onNotice' | 'onCommit'> {
  /** Milliseconds since the Unix epoch, for the date of an import's mark and the pause between tries of `health`. Default: `Date.now`. */
  readonly now?: () => number;
  /** Opens a store that is the target of an unfinished import; otherwise it is refused. Default: false. */
  readonly importing?: boolean;
  /**
   * How long a call, or the opening, waits for another process that writes before it fails as unavailable; it
   * blocks this process. In milliseconds; default: 5,000.
   */
  readonly busyTimeoutMs?: number;
  /** Gets a failed commit after which the file was opened again. Default: `console.error`. */
  readonly onProblem?: OnProblem;
  /**
   * Called once when a commit has failed and the file could not be opened again. From then on every port throws
   * UnavailableError, and the process should end, because the next opening recovers the file. Default: nothing.
   */
  readonly onBroken?: (problem: StoreFileError) => void;
  /**
   * How a new store compares e-mail addresses; a store that was made to compare them in another way is refused. Default: exactly, or as the
   * store does.
   */
  readonly emailCase?: EmailCase;
}

/** The ports that one file implements. */
export interface SqliteStore extends StorePorts {
  /** The file, as an absolute path. */
  readonly path: string;
  readonly portable: PortableStore;
  /** Where the content of the algorithms is; used when it is in files. */
  readonly contentOwner: ContentOwner;
  /** What can be checked beside the records, and mended. @param location the place of the store, for findings about the whole file */
  checks(location: string): readonly StoreCheck[];
  /** Ends the connections; every port throws UnavailableError from then on. A second call has no effect. */
  close(): Promise<void>;
}
