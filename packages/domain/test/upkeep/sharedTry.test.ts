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

it('runs once a second, for any number of calls', async () => {
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

it('runs for the first call, also within a second of the beginning of time', () => {
  const { state, shared } = counted();
  state.now = 0;
  void shared.outcome();
  expect(state.begun).toBe(1);
});

it('does not start again while one runs, so a disk that hangs blocks one only', () => {
  const { state, shared } = counted();
  void shared.outcome();
  state.now += 60_000;
  void shared.outcome();
  expect(state.begun).toBe(1);
});

it('rejects for all callers of the same second, and runs again after it', async () => {
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

it('works when the clock is set back', async () => {
  const { state, shared } = counted();
  void shared.outcome();
  state.ends[0]?.resolve();
  await shared.outcome();
  state.now -= 5_000;
  void shared.outcome();
  expect(state.begun).toBe(2);
});
