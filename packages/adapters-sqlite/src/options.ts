import type {
  ContentFiles,
  EmailCase,
  OnProblem,
  OpenStoreOptions,
  PortableStore,
  ReadableFiles,
  SavedContent,
  StoreCheck,
  StorePorts,
} from '@algotheque/domain';
import type { SqliteBounds } from './bounds.ts';
import type { ContentOwner } from './content/contentOwner.ts';
import type { FileContentStore } from './content/contentStore.ts';
import type { ContentOptions } from './content/openContent.ts';
import type { StoreFileError } from './errors.ts';

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
   * How e-mail addresses are compared from now on. If it was another way before, the keys of all users are made anew, or the opening
   * is refused with the addresses that are one then. Default: as before, at first exactly.
   */
  readonly emailCase?: EmailCase;
  /** What differs from SQLITE_BOUNDS. */
  readonly bounds?: Partial<SqliteBounds>;
}

/** The ports that one file implements. */
export interface SqliteStore extends StorePorts {
  /** The file, as an absolute path. */
  readonly path: string;
  readonly portable: PortableStore;
  /** Where the content of the algorithms is; used when it is in files. */
  readonly contentOwner: ContentOwner;
  /** What can be checked beside the records, and mended. @param location the place of the store, for findings about the whole file */
  checks(files: ReadableFiles, location: string): readonly StoreCheck[];
  /** Content that is saved, in these files or in the store file, without a store that writes it. */
  storedContentIn(files: ReadableFiles): SavedContent;
  /**
   * A store for content in files, which has one commit with the records of this store: content is durable with the commit
   * of the record that names it, and the files are written in the background. To be called once at most.
   */
  contentIn(files: ContentFiles, options?: ContentOptions): FileContentStore;
  /**
   * Writes the files that are left, within a bounded time, and ends the connections; every port throws UnavailableError
   * from then on. A second call has no effect.
   */
  close(): Promise<void>;
}
