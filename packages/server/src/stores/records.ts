import type { ContentStore, OnProblem, PortableStore, Ports } from '@algotheque/domain';
import type { DiskRooms } from '../diskRooms.ts';

/** The ports that a database implements. */
type Records = Pick<Ports, 'users' | 'algos' | 'folders' | 'sessionStore' | 'limiter' | 'deletions'> & {
  readonly portable: PortableStore;
};

export interface OpenedRecords extends Records {
  /** Content in the database itself, where it can keep it. */
  readonly contentStore?: ContentStore;
  /** Where the database is that cannot be reached yet, without credentials; null when it can be. */
  readonly awaited: string | null;
  /** Rejects when a database must not be used after all: one that was out of reach at first, one that broke; else stays as it is. */
  readonly refused: Promise<never>;
}

export interface StoreParts {
  readonly secret: Uint8Array;
  readonly onProblem: OnProblem;
  readonly rooms: DiskRooms;
}
