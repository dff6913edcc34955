import type { AccessibleQuery, AlgoRepository, AlgoRow } from '@algotheque/domain';

/** A page that holds all of a test's records. */
export const UNBOUNDED = { limit: 1_000_000, maxBytes: Number.MAX_SAFE_INTEGER };

/** All that both users can access, in one page. */
export async function listed(
  port: AlgoRepository,
  query: Pick<AccessibleQuery, 'by' | 'seenBy' | 'after'>,
): Promise<readonly AlgoRow[]> {
  return (await port.listAccessible({ ...UNBOUNDED, ...query })).algos;
}
