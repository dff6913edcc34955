import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, vi } from 'vitest';

/** The number of the event loop's turn, from now until the end of `act`. */
export async function counting(act: (turnNow: () => number) => Promise<unknown>): Promise<void> {
  let turns = 0;
  let isOver = false;
  const count = (async () => {
    for (; !isOver; turns += 1) await nextTurn();
  })();
  await act(() => turns);
  isOver = true;
  await count;
}

/** A monotonic clock that stands still while the test does not move it. */
export function useTime(): { pass(ms: number): void } {
  let now = 0;
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return {
    pass(ms) {
      now += ms;
    },
  };
}
