import type { BoundTable } from '@algotheque/domain';

/** How much a store holds in memory and does by one command. Nobody but a test needs other bounds than the defaults. */
export interface MongoBounds {
  /** Reads or writes of the same turn of the event loop that are one command. A record with a thousand grants has about 60 kB, so an answer stays below 16 MB. Default: 100. */
  readonly together: number;
  /** Bytes of such writes. A larger write goes alone, so that small ones do not wait for it. Default: 256 KiB. */
  readonly togetherBytes: number;
  /** Marks of staged contents that are kept, to save reads: what a process stages is published or discarded soon. Default: 1,000. */
  readonly keptMarks: number;
  /** Ids of algorithms that one command reserves. Default: 32. */
  readonly reservedIds: number;
}

export const MONGO_BOUNDS: BoundTable<keyof MongoBounds> = {
  together: { default: 100, least: 1 },
  togetherBytes: { default: 256 * 1_024, least: 0 },
  keptMarks: { default: 1_000, least: 0 },
  reservedIds: { default: 32, least: 1 },
};
