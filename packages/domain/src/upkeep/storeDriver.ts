import type { Clock } from '../clock.ts';
import type { ContentStore } from '../content/contentStore.ts';
import type { EmailCase } from '../emails/emailKey.ts';
import type { ReadPorts, StorePorts } from '../ports.ts';
import type { OnNotice, OnProblem } from '../problems.ts';
import { StoreRefusedError } from '../storeErrors.ts';
import type { DiskRoom } from './diskRoom.ts';
import type { HeldView, ImportOrder, PortableStore, StoreView } from './portableStore.ts';
import type { StoreCheck } from './storeCheck.ts';

/** The URL cannot be used: malformed, an unknown option, or one that would break what the ports promise. It repeats no credentials. */
export class StoreUrlError extends StoreRefusedError {
  override readonly name: string = 'StoreUrlError';
}

/** Where the content of the algorithms is: in the store itself, or in the folder with this id. */
export type ContentPlace = 'store' | { readonly owner: string };

/** Contents that are only read. */
export type SavedContent = Pick<ContentStore, 'read' | 'locate'>;

/** A folder for the content of the algorithms. The process has it for itself. */
export interface LockedContentFolder {
  /** Its path, for messages. */
  readonly dir: string;
  /** Whether it has content: then a store that never had an algorithm does not belong to it. */
  readonly holdsContent: boolean;
  /** Watches over its disk. */
  readonly room: DiskRoom;
  /** Its id; null if it has none. */
  findOwner(): string | null;
  /** Its id, which is made if it has none. */
  owner(): string;
  /**
   * Opens it to read and write.
   * @throws UnavailableError
   */
  open(): Promise<ContentStore>;
}

interface Sharing {
  /**
   * A digest of the secret of the service: a store that several servers share refuses another one. It is called only by such a store.
   * Default: not compared.
   */
  readonly secretFingerprint?: () => string | null;
  /** Gets failures in the background. Default: `console.error`. */
  readonly onProblem?: OnProblem;
}

export interface OpenStoreOptions extends Sharing {
  /** The folder for content; null: the store keeps it. */
  readonly folder: LockedContentFolder | null;
  /** Refuses an absent store, and makes none. Default: false. */
  readonly existing?: boolean;
  /**
   * Opens an empty store as the target of an import, and marks it before anything else is written: until `endImport` it opens for nothing
   * else. A store that other processes use is refused, and they are kept out. Default: no import.
   */
  readonly importing?: ImportOrder;
  /** How e-mail addresses are compared from now on. Default: as the store did before, at first exactly. */
  readonly emailCase?: EmailCase;
  /** Watches over the disk of a store that is a file. Default: every write is tried. */
  readonly room?: DiskRoom;
  /** Gets one line when the schema was upgraded. Default: `console.error`. */
  readonly onNotice?: OnNotice;
  /** Gets the number of writes of each commit that writes share, for counters. Default: nothing. */
  readonly onCommit?: ((writes: number) => void) | undefined;
  /** Called once when the store can be used no more by this process. Default: nothing. */
  readonly onBroken?: (problem: Error) => void;
}

/** A store that is open to write. */
export interface OpenedStore {
  /** With a clock where several servers share the store: then they must not decide by clocks of their own. */
  readonly ports: StorePorts & { readonly clock?: Clock };
  readonly portable: PortableStore;
  /** Its place, with the scheme of its URL and without credentials. The same for both ways to open it. */
  readonly location: string;
  /**
   * Connects, and prepares the store. The ports do the same at their first use, and again after a failure.
   * @throws UnavailableError: trying again may help; StoreRefusedError, such as ContentMismatchError, when it must not be used
   */
  ready(): Promise<void>;
  /** Opens the content. To be called once at most. @throws UnavailableError */
  openContent(): Promise<ContentStore>;
  /**
   * Lets the database check itself beside its use. Resolves to what is wrong; null if nothing is. Absent where there is no such check.
   * @throws UnavailableError when it could not look; the reason of the signal after an abort
   */
  checkItself?(signal: AbortSignal): Promise<StoreRefusedError | null>;
  close(): Promise<void>;
}

export interface ReadStoreOptions extends Sharing {
  /** Opens it for this process alone, so that it can be mended. Default: false, nothing is written. */
  readonly mends?: boolean;
}

/** A store that is read: to look through it, or for a backup. Servers may use it meanwhile, unless it was opened to mend it. */
export interface StoreReading {
  /** The same as that of the opened store. */
  readonly location: string;
  /** What is stored now. Methods that write must not be called. */
  readonly ports: ReadPorts;
  /** Shows each time what is stored then. */
  readonly present: StoreView;
  /** Whether the views of `take` are of one moment. Otherwise they show each time what is stored then. */
  readonly isOneMoment: boolean;
  /** One at a time. */
  take(): Promise<HeldView>;
  /** What can be checked beside the records, in this order. */
  readonly checks: readonly StoreCheck[];
  /** What it is mended with; null without `mends`. */
  readonly portable: PortableStore | null;
  /** Where the content is, as the store has recorded it; null if it has not. */
  contentPlace(): Promise<ContentPlace | null>;
  /** Where an operator finds content that the store itself has. */
  locate(ref: string): string;
  close(): Promise<void>;
}

/** Opens the stores of one kind, for servers and for commands. All its methods throw StoreUrlError and other StoreRefusedErrors. */
export interface StoreDriver {
  /** Reads a URL, and connects nothing. @throws StoreUrlError */
  checkUrl(url: string): void;
  /**
   * Opens the store, and makes it if it is absent; a refused store is not changed.
   * @throws ContentMismatchError, ImportRefusedError, UnavailableError
   */
  open(url: string, options: OpenStoreOptions): Promise<OpenedStore>;
  /** Opens a store that exists to read it, beside servers or alone. @throws UnavailableError */
  read(url: string, options?: ReadStoreOptions): Promise<StoreReading>;
  /**
   * Looks whether an import may begin: the store is absent, holds nothing, or is the target of an import that has not ended. Nothing is
   * made or changed.
   * @throws ImportRefusedError when it may not; UnavailableError
   */
  requireEmpty(url: string): Promise<void>;
}
