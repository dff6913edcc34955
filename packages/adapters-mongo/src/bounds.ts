import type { BoundsOf, BoundTable } from '@algotheque/domain';

export const MONGO_BOUNDS = {
  /**
   * Reads or writes of the same turn of the event loop that are one command. A record with a thousand grants has about 60 kB, so an answer
   * stays below 16 MB. Default: 100.
   */
  together: { default: 100, least: 1 },
  /** Bytes of such writes. A larger write goes alone, so that small ones do not wait for it. Default: 256 KiB. */
  togetherBytes: { default: 256 * 1_024, least: 0 },
  /** Marks of staged contents that are kept, to save reads: what a process stages is published or discarded soon. Default: 1,000. */
  keptMarks: { default: 1_000, least: 0 },
  /** Ids of algorithms that one command reserves. Default: 32. */
  reservedIds: { default: 32, least: 1 },
} satisfies BoundTable<string>;

/** How much a store holds in memory and does by one command. Nobody but a test needs other bounds than the defaults. */
export type MongoBounds = BoundsOf<typeof MONGO_BOUNDS>;
