import { setImmediate } from 'node:timers/promises';

/** Rows that one transaction removes or changes, so that other transactions can run in between. */
export const BATCH = 500;

/** Repeats a transaction over at most `BATCH` rows until it has found fewer. Other work runs in between. */
export async function inBatches(step: () => number | bigint): Promise<void> {
  while (step() >= BATCH) await setImmediate();
}
