import type { ContentStore, EmailCase, OnNotice, OnProblem, PortableStore, Ports } from '@algotheque/domain';
import type { DiskRooms } from '../diskRooms.ts';

/** The ports that a database implements. */
type Records = Pick<Ports, 'users' | 'algos' | 'folders' | 'sessionStore' | 'limiter' | 'deletions'> & {
  readonly portable: PortableStore;
};

export interface OpenedRecords extends Records {
  /** The store for content in the database itself, if the database stores content. */
  readonly contentStore?: ContentStore;
  /** Where the unavailable database is, without credentials; null when it can be reached. */
  readonly awaited: string | null;
  /**
   * Rejects when a database must not be used after all, because it was unavailable at first or it failed; otherwise
   * it stays pending.
   */
  readonly refused: Promise<never>;
}

export interface StoreParts {
  readonly secret: Uint8Array;
  readonly onProblem: OnProblem;
  /** Gets one line when the schema was upgraded. Default: `console.error`. */
  readonly onNotice?: OnNotice;
  readonly rooms: DiskRooms;
  /** How e-mail addresses are compared from now on. Default: as the store did before. */
  readonly emailCase?: EmailCase;
  /** Gets the number of writes of each commit. */
  readonly onCommit?: ((writes: number) => void) | undefined;
}
