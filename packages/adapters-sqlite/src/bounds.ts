import type { BoundsOf, BoundTable } from '@algotheque/domain';

export const SQLITE_BOUNDS = {
  /** Writes in one commit: they block the event loop for about a millisecond. Default: 64. */
  commitWorks: { default: 64, least: 1 },
  /** Ids of algorithms that one commit reserves. Default: 32. */
  reservedIds: { default: 32, least: 1 },
} satisfies BoundTable<string>;

/** How much a store holds in memory and does at one time. Nobody but a test needs other bounds than the defaults. */
export type SqliteBounds = BoundsOf<typeof SQLITE_BOUNDS>;
