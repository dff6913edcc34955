/** How often, at most, it is told that connections were dropped. */
const TOLD_EVERY_MS = 60_000;

/**
 * Counts dropped connections: each call of what it returns is one.
 * @param tell told of the first one at once, and then once a minute of how many more there have been
 */
export function dropCount(tell: (count: number) => void): () => void {
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  const told = (): void => {
    timer = null;
    if (dropped === 0) return;
    tell(dropped);
    dropped = 0;
    timer = setTimeout(told, TOLD_EVERY_MS).unref();
  };
  return () => {
    dropped += 1;
    if (timer === null) told();
  };
}
