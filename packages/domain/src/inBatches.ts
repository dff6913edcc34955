/** How many batches are held at once, if all of what is in them stays. */
export const FAILED_BATCHES = 10;

/** Records of algorithms that are read at once where all of their grants are read: each may be shared with a thousand people. */
export const READ_AT_ONCE = 20;

interface Removal<Entry> {
  /** The first ones of those that are to be removed, at most `limit`, always in the same order. */
  readonly list: (limit: number) => Promise<readonly Entry[]>;
  /** What distinguishes an entry from all others. */
  readonly keyOf: (entry: Entry) => string;
  /** Removes the entry, or reports why not. */
  readonly remove: (entry: Entry) => Promise<void>;
}

/**
 * Removes each entry that is listed, a batch at a time, and tries each once. Those that stay are listed again beside the next batch, up to
 * a bound: so they keep no other.
 */
export async function removeInBatches<Entry>(batch: number, { list, keyOf, remove }: Removal<Entry>): Promise<void> {
  const seen = new Set<string>();
  for (let limit = batch; ; ) {
    const found = await list(limit);
    const fresh = found.filter((entry) => !seen.has(keyOf(entry)));
    for (const entry of fresh) {
      seen.add(keyOf(entry));
      await remove(entry);
    }
    const next = Math.min(batch + found.length - fresh.length, FAILED_BATCHES * batch);
    if (found.length < limit || (fresh.length === 0 && next <= limit)) return;
    limit = next;
  }
}
