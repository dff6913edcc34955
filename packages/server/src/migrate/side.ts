import type { AlgoBin, AlgoRepository, ContentStore, OpenedContent, PortableStore } from '@algotheque/domain';

/** What is copied: the rows and contents of a store or a backup. */
export interface ReadSide {
  readonly portable: Pick<PortableStore, 'countRows' | 'exportRows'>;
  readonly contentStore: Pick<ContentStore, 'read' | 'locate'>;
  /** Its name in messages and marks, without credentials. */
  readonly location: string;
}

/** One store with the content of its algorithms. */
export interface Side extends ReadSide {
  readonly portable: PortableStore;
  readonly algos: Pick<AlgoRepository, 'findById'>;
  readonly bin: Pick<AlgoBin, 'find'>;
  readonly contentStore: OpenedContent;
}

/** A side that is being filled: it is marked, so that no server opens it until `end`. */
export interface Target extends Side {
  /** Whether this same migration had begun before. */
  readonly begun: 'begun' | 'resumed';
  /** Removes the marks: it is complete. */
  end(): Promise<void>;
}

/** What an operator must do if a target cannot be completed. */
export const BEGIN_ANEW = 'Empty the target (remove its files, or drop its database) and begin again.';
