import type { BoundsOf, BoundTable } from '@algotheque/domain';

const MIB = 1_024 * 1_024;

export const SQLITE_BOUNDS = {
  /** Writes in one commit: they block the event loop for about a millisecond. Default: 64. */
  commitWorks: { default: 64, least: 1 },
  /** Ids of algorithms that one commit reserves. Default: 32. */
  reservedIds: { default: 32, least: 1 },
  /** Contents that are not in durable files: above it, what adds content waits. Default: 1,500. */
  waitingContents: { default: 1_500, least: 0 },
  /** Their bytes. One content may be larger when there is no other. Default: 32 MiB. */
  waitingBytes: { default: 32 * MIB, least: 0 },
  /** Bytes of committed contents that the writer of files keeps, so that it need not read them from the table. Default: 16 MiB. */
  keptBytes: { default: 16 * MIB, least: 0 },
  /** Files that are written and made durable together: so many do not wait for others, and are open at most. Default: 128. */
  roundFiles: { default: 128, least: 1 },
  /** Bytes in these files: so many do not wait for others, and what is beyond them is in the next round. One file may be larger. Default: 4 MiB. */
  roundBytes: { default: 4 * MIB, least: 0 },
} satisfies BoundTable<string>;

/** How much a store holds in memory and does at one time. Nobody but a test needs other bounds than the defaults. */
export type SqliteBounds = BoundsOf<typeof SQLITE_BOUNDS>;
