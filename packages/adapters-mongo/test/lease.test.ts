import { UnavailableError } from '@algotheque/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StoreLockedError } from '../src/index.ts';
import { BEAT_MS, LAPSE_MS, Lease } from '../src/presence/lease.ts';
import { FRESH_MS } from '../src/presence/leaseDocument.ts';

/** A lease whose calls are recorded, with a clock that the test moves. */
function openLease(inspect = async () => {}) {
  const asked: string[] = [];
  const problems: unknown[] = [];
  const state = { now: 0, failure: null as Error | null };
  const ask = (what: string) => async () => {
    asked.push(what);
    if (state.failure !== null) throw state.failure;
  };
  const member = { hold: ask('hold'), release: ask('release') };
  const steps = { connect: async () => {}, inspect, claim: ask('claim') };
  const onProblem = (problem: unknown): void => void problems.push(problem);
  const lease = new Lease({ member, ...steps, onProblem, elapsedMs: () => state.now });
  return { lease, asked, problems, state };
}

describe('the lease on a database', () => {
  afterEach(() => vi.useRealTimers());

  it('expires for its owner before it expires for others, by more than the time of an operation', () => {
    expect(BEAT_MS).toBeLessThan(LAPSE_MS);
    expect(FRESH_MS - LAPSE_MS).toBeGreaterThan(5_000);
  });

  it('is renewed in the background, and adds no wait to a command', async () => {
    vi.useFakeTimers();
    const { lease, asked, state } = openLease();
    await lease.ready();
    for (let beat = 1; beat <= 3; beat += 1) {
      state.now += BEAT_MS;
      await vi.advanceTimersByTimeAsync(BEAT_MS);
      await lease.ready();
    }
    expect(asked).toEqual(['hold', 'claim', 'hold', 'hold', 'hold']);
    await lease.end();
    await vi.advanceTimersByTimeAsync(5 * BEAT_MS);
    expect(asked.slice(5)).toEqual(['release']);
  });

  it('is taken again, once for all callers, by a process that was paused for too long', async () => {
    const { lease, asked, state } = openLease();
    await lease.ready();
    state.now += LAPSE_MS;
    await lease.ready();
    expect(asked).toEqual(['hold', 'claim']);
    state.now += 1;
    await Promise.all([lease.ready(), lease.ready(), lease.ready()]);
    expect(asked).toEqual(['hold', 'claim', 'hold', 'claim']);
    await lease.end();
  });

  it('allows no command when it has expired and another process has it', async () => {
    const { lease, state } = openLease();
    await lease.ready();
    state.now += LAPSE_MS + 1;
    state.failure = new StoreLockedError('taken');
    await expect(lease.ready()).rejects.toThrow(StoreLockedError);
    await expect(lease.ready()).rejects.toThrow(StoreLockedError);
    state.failure = null;
    await lease.ready();
    await lease.end();
  });

  it('reports a renewal that fails, and holds until it expires', async () => {
    vi.useFakeTimers();
    const { lease, problems, state } = openLease();
    await lease.ready();
    state.failure = new UnavailableError();
    state.now += BEAT_MS;
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(problems).toEqual([state.failure]);
    await lease.ready();
    state.now += LAPSE_MS;
    await expect(lease.ready()).rejects.toThrow(UnavailableError);
    state.failure = null;
    await lease.end();
  });

  it('ends at once when a renewal finds that it was lost', async () => {
    vi.useFakeTimers();
    const { lease, asked, state } = openLease();
    await lease.ready();
    state.failure = new StoreLockedError('lost');
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    state.failure = null;
    await lease.ready();
    expect(asked).toEqual(['hold', 'claim', 'hold', 'hold', 'claim']);
    await lease.end();
  });

  it('ends when the database may be used no longer, which is looked at with each renewal', async () => {
    vi.useFakeTimers();
    const state = { isUsable: true };
    const inspect = async () => {
      if (!state.isUsable) throw new StoreLockedError('not usable');
    };
    const { lease, problems } = openLease(inspect);
    await lease.ready();
    state.isUsable = false;
    await lease.ready();
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(problems).toEqual([expect.any(StoreLockedError)]);
    await expect(lease.ready()).rejects.toThrow('not usable');
    state.isUsable = true;
    await lease.ready();
    await lease.end();
  });

  it('begins again after a failure, without the place of the one that failed', async () => {
    const { lease, asked, state } = openLease();
    state.failure = new UnavailableError();
    await expect(lease.ready()).rejects.toThrow(UnavailableError);
    state.failure = null;
    await lease.ready();
    expect(asked).toEqual(['hold', 'hold', 'claim']);
    await lease.end();
    await lease.end();
    expect(asked.slice(3)).toEqual(['release']);
    await expect(lease.ready()).rejects.toThrow(UnavailableError);
  });

  it('releases the place in a database that cannot be prepared', async () => {
    const asked: string[] = [];
    const ask = (what: string) => async () => void asked.push(what);
    const claim = async () => Promise.reject(new StoreLockedError('not usable'));
    const member = { hold: ask('hold'), release: ask('release') };
    const lease = new Lease({ member, connect: async () => {}, inspect: ask('inspect'), claim, onProblem: () => {} });
    await expect(lease.ready()).rejects.toThrow('not usable');
    expect(asked).toEqual(['inspect', 'hold', 'release']);
    await lease.end();
  });
});
