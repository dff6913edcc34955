/** The shortest time between two reports of dropped connections. */
const TOLD_EVERY_MS = 60_000;

/**
 * Counts dropped connections: each call of the returned function is one.
 * @param tell gets the first one at once, and then once a minute the number of further ones
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
