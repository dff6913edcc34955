/** Growing delays: the first, and the longest, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Between the tries of one mail. */
export const RETRY: Backoff = { firstMs: 60_000, longestMs: 3_600_000 };
/** Between tries to reach a mail server. */
export const PAUSE: Backoff = { firstMs: 5_000, longestMs: 300_000 };

/**
 * The delay after the `count`th failure: doubled each time up to the longest. Its upper half is random, so that
 * mails that failed together are not tried again together.
 * @param random from 0 up to 1
 */
export function delayAfter({ firstMs, longestMs }: Backoff, count: number, random: () => number): number {
  const full = Math.min(firstMs * 2 ** (count - 1), longestMs);
  return Math.round(full * (0.5 + random() / 2));
}
