import { expect, it } from 'vitest';
import { SharedTry } from '../../src/index.ts';

function counted() {
  const state = { now: 10_000, begun: 0, ends: [] as PromiseWithResolvers<void>[] };
  const work = (): Promise<void> => {
    state.begun += 1;
    const end = Promise.withResolvers<void>();
    state.ends.push(end);
    return end.promise;
  };
  return { state, shared: new SharedTry(work, () => state.now) };
}

it('is made once a second, however often it is asked for', async () => {
  const { state, shared } = counted();
  const asked = [shared.outcome(), shared.outcome()];
  state.ends[0]?.resolve();
  await Promise.all(asked);
  state.now += 999;
  await shared.outcome();
  expect(state.begun).toBe(1);
  state.now += 1;
  void shared.outcome();
  expect(state.begun).toBe(2);
});

it('is not begun again while one is under way, so that a disk that hangs holds one', () => {
  const { state, shared } = counted();
  void shared.outcome();
  state.now += 60_000;
  void shared.outcome();
  expect(state.begun).toBe(1);
});

it('tells a failure to all who ask in its second, and tries again after it', async () => {
  const { state, shared } = counted();
  const problem = new Error('the disk is dead');
  const first = shared.outcome();
  state.ends[0]?.reject(problem);
  await expect(first).rejects.toBe(problem);
  await expect(shared.outcome()).rejects.toBe(problem);
  state.now += 1_000;
  const second = shared.outcome();
  state.ends[1]?.resolve();
  await second;
});

it('goes on when the clock is set back', async () => {
  const { state, shared } = counted();
  void shared.outcome();
  state.ends[0]?.resolve();
  await shared.outcome();
  state.now -= 5_000;
  void shared.outcome();
  expect(state.begun).toBe(2);
});
