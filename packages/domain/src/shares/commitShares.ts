import type { AlgoChanges, Algorithm } from '../algorithm.ts';
import type { AccountsContext } from '../context.ts';

/** There is nothing to change. */
class NoChange extends Error {}

/**
 * Commits changes of the shares of a record, in turn with its other changes, and decided again when another server was faster. Null when
 * the record is absent, or there is nothing to change.
 * @param changesOf null for nothing to change
 * @throws UnavailableError when other servers were faster each time
 */
export async function commitShares(
  { algos, content }: AccountsContext,
  read: Algorithm,
  changesOf: (algo: Algorithm) => AlgoChanges | null,
): Promise<Algorithm | null> {
  const found = <Value>(value: Value | null): Value => {
    if (value === null) throw new NoChange();
    return value;
  };
  const load = async () => found(await algos.findById(read.id));
  try {
    return await content.change(read, { load, changesOf: (algo) => found(changesOf(algo)) });
  } catch (error) {
    if (error instanceof NoChange) return null;
    throw error;
  }
}
