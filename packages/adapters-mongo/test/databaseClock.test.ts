import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatabaseClock } from '../src/presence/databaseClock.ts';

const NOW = 1_775_000_000_000;

/** A clock, and a monotonic one that the test moves. */
function opened() {
  const state = { elapsedMs: 5_000 };
  const clock = new DatabaseClock(() => state.elapsedMs);
  const follow = (seen: number, tookMs: number) =>
    clock.follow(async () => {
      state.elapsedMs += tookMs;
      return { seen };
    });
  return { clock, state, follow };
}

describe('the clock of a database', () => {
  afterEach(() => vi.useRealTimers());

  it('has the time of the middle of the question, and goes on by the monotonic clock', async () => {
    const { clock, state, follow } = opened();
    await follow(NOW, 40);
    expect(clock.now()).toBe(NOW + 20);
    state.elapsedMs += 1_000;
    expect(clock.now()).toBe(NOW + 1_020);
  });

  it("does not move with the machine's clock", async () => {
    vi.useFakeTimers({ now: NOW + 31 * 86_400_000 });
    const { clock, follow } = opened();
    expect(clock.now()).toBe(NOW + 31 * 86_400_000);
    await follow(NOW, 0);
    vi.setSystemTime(NOW - 660_000);
    expect(clock.now()).toBe(NOW);
  });

  it('keeps its time when the database does not answer, and follows it when it does', async () => {
    const { clock, state, follow } = opened();
    await follow(NOW, 0);
    await expect(clock.follow(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
    expect(clock.now()).toBe(NOW);
    state.elapsedMs += 10_000;
    await follow(NOW + 10_250, 0);
    expect(clock.now()).toBe(NOW + 10_250);
  });
});
