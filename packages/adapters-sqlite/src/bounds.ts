import type { BoundTable } from '@algotheque/domain';

/** How much a store holds in memory and does at one time. Nobody but a test needs other bounds than the defaults. */
export interface SqliteBounds {
  /** Writes in one commit: they block the event loop for about a millisecond. Default: 64. */
  readonly commitWorks: number;
  /** Ids of algorithms that one commit reserves. Default: 32. */
  readonly reservedIds: number;
  /** Contents that are not in durable files: above it, what adds content waits. Default: 1,500. */
  readonly waitingContents: number;
  /** Their bytes. One content may be larger when there is no other. Default: 32 MiB. */
  readonly waitingBytes: number;
  /** Bytes of committed contents that the writer of files keeps, so that it need not read them from the table. Default: 16 MiB. */
  readonly keptBytes: number;
  /** Files that are written at the same time. Default: 2. */
  readonly writers: number;
  /** Written files that wait to be made durable together. Twice as many are open at most. Default: 128. */
  readonly roundFiles: number;
  /** Bytes in these files. Default: 4 MiB. */
  readonly roundBytes: number;
  /** Files that are synced at the same time: a filesystem with a journal makes them durable by fewer writes. Default: 4. */
  readonly syncs: number;
}

const MIB = 1_024 * 1_024;

export const SQLITE_BOUNDS: BoundTable<keyof SqliteBounds> = {
  commitWorks: { default: 64, least: 1 },
  reservedIds: { default: 32, least: 1 },
  waitingContents: { default: 1_500, least: 0 },
  waitingBytes: { default: 32 * MIB, least: 0 },
  keptBytes: { default: 16 * MIB, least: 0 },
  writers: { default: 2, least: 1 },
  roundFiles: { default: 128, least: 1 },
  roundBytes: { default: 4 * MIB, least: 0 },
  syncs: { default: 4, least: 1 },
};
