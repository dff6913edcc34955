import { setImmediate as nextTurn } from 'node:timers/promises';

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
