import type {
  Clock,
  ContentPlace,
  ContentStore,
  EmailCase,
  OpenStoreOptions,
  PortableStore,
  StoreCheck,
  StorePorts,
} from '@algotheque/domain';
import type { ContentClaim } from './schema/contentPlace.ts';

export interface MongoStoreOptions extends Pick<OpenStoreOptions, 'onCommit' | 'onNotice' | 'onProblem'> {
  /** `mongodb://…` or `mongodb+srv://…`; the path names the database, `algotheque` by default. */
  readonly url: string;
  /** Milliseconds since the epoch, for the age of pending content. Default: that of `clock`. */
  readonly now?: () => number;
  /** A digest of the server's secret: all servers on the database must have the same. Not compared when left out. */
  readonly secretFingerprint?: string;
  /** Where this server keeps content: in the database, or in a folder of its own with this owner. Not compared when left out. */
  readonly contentPlace?: ContentClaim;
  /**
   * How a new database compares e-mail addresses; one that was made to compare them in another way is refused. Default: exactly, or as the
   * database does.
   */
  readonly emailCase?: EmailCase;
  /** Refuses a database without a store, and makes none. Default: false. */
  readonly existing?: boolean;
  /** Opens a database that is the target of an unfinished import; 'mark': only for `beginImport`, and prepares nothing. Default: false. */
  readonly importing?: boolean | 'mark';
  /** Opens the database for this process alone: no server may use it, or start. Default: false. */
  readonly exclusive?: boolean;
}

/** Every port of the domain that a store can have, on one MongoDB database. */
export interface MongoStore extends StorePorts {
  /** The time of the database, for `Ports.clock`: the servers of a store must not decide by clocks of their own. */
  readonly clock: Clock;
  /** Content in the database, for a server that keeps it there. */
  readonly contentStore: ContentStore;
  readonly portable: PortableStore;
  /** What can be checked beside the records, and mended. @param hasContent whether the content is in the database */
  checks(hasContent: boolean): readonly StoreCheck[];
  /** Where servers keep content; null before the first server. */
  contentPlace(): Promise<ContentPlace | null>;
  /** `host:port/database`, for messages: no credentials. */
  readonly location: string;
  /**
   * Connects, checks and prepares the database. Every port does the same at its first use, and again after a failure.
   * @throws UnavailableError when MongoDB cannot be reached: trying again may help
   * @throws StoreRefusedError of one of its kinds when it must not be used as it is
   */
  ready(): Promise<void>;
  /** Leaves the database and ends all connections. Repeatable; never rejects. */
  close(): Promise<void>;
}
