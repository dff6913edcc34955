import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../src/clock.ts';

function fakeTimers(): void {
  vi.useFakeTimers({ now: 1_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

describe('the clock of the machine', () => {
  it('gives milliseconds since the epoch', () => {
    fakeTimers();
    expect(systemClock.now()).toBe(1_000);
  });

  it('sleeps as long as it is told', async () => {
    fakeTimers();
    const slept = systemClock.sleep(50);
    await vi.advanceTimersByTimeAsync(49);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await slept;
  });

  it('wakes when the signal aborts, and leaves no timer', async () => {
    fakeTimers();
    const abort = new AbortController();
    const slept = systemClock.sleep(50, abort.signal);
    abort.abort();
    await slept;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no listener on a signal that many sleeps share', async () => {
    fakeTimers();
    const { signal } = new AbortController();
    const slept = [1, 2, 3].map((ms) => systemClock.sleep(ms, signal));
    expect(getEventListeners(signal, 'abort')).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(3);
    await Promise.all(slept);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('does not sleep under a signal that has aborted', async () => {
    fakeTimers();
    await systemClock.sleep(50, AbortSignal.abort());
    expect(vi.getTimerCount()).toBe(0);
  });
});
