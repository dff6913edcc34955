import { UnavailableError } from '@algotheque/domain';
import { FakeClock } from '@algotheque/domain/memory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HashQueue } from '../src/hashQueue.ts';
import { settled, Works } from './support/works.ts';

function scene({ concurrency = 1, maxWaiting = 10, maxWaitMs = 5_000 } = {}) {
  const clock = new FakeClock();
  const queue = new HashQueue({ concurrency, maxWaiting, maxWaitingPerAddress: maxWaiting, maxWaitMs }, clock);
  return { clock, works: new Works(), queue };
}

describe('the queue', () => {
  it('runs up to its limit at once, lets up to its limit wait, and refuses the rest', async () => {
    const { queue, works } = scene({ concurrency: 3, maxWaiting: 150 });
    const runs = Array.from({ length: 200 }, (_, index) => queue.run(works.work(index)));
    const outcomes = Promise.allSettled(runs);
    for (let left = 153; left > 0; left -= 1) {
      await settled();
      expect(works.underWay).toBe(Math.min(3, left));
      works.endOldest();
    }
    const results = await outcomes;
    expect(works.most).toBe(3);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(153);
    for (const result of results.slice(153)) {
      expect(result.status === 'rejected' && result.reason).toBeInstanceOf(UnavailableError);
      expect(result).toMatchObject({
        reason: { reason: expect.stringMatching(/^password hashing is at its capacity/) },
      });
    }
  });

  it('tells its load, and how many it has refused for which reason', async () => {
    const { queue, works, clock } = scene({ maxWaiting: 2, maxWaitMs: 5_000 });
    const gone = new AbortController();
    const runs = [
      queue.run(works.work(0)),
      queue.run(works.work(1), { signal: gone.signal }),
      queue.run(works.work(2)),
      queue.run(works.work(3)),
    ];
    const outcomes = Promise.allSettled(runs);
    await settled();
    expect(queue.load).toEqual({ running: 1, waiting: 2, refused: { full: 1, late: 0, gone: 0 } });
    gone.abort();
    clock.advance(5_000);
    await settled();
    expect(queue.load).toEqual({ running: 1, waiting: 0, refused: { full: 1, late: 1, gone: 1 } });
    works.endOldest();
    await outcomes;
    expect(queue.load).toEqual({ running: 0, waiting: 0, refused: { full: 1, late: 1, gone: 1 } });
  });

  it('never lets later work pass work that waits', async () => {
    const { queue, works } = scene();
    const runs = [queue.run(works.work(0)), queue.run(works.work(1))];
    works.end(0);
    await runs[0];
    runs.push(queue.run(works.work(2)));
    await settled();
    works.end(1);
    await runs[1];
    await settled();
    works.end(2);
    await Promise.all(runs);
    expect(works.begun).toEqual([0, 1, 2]);
    expect(works.most).toBe(1);
  });

  it('fills all places that become free at the same moment', async () => {
    const { queue, works } = scene({ concurrency: 2 });
    const runs = Array.from({ length: 4 }, (_, index) => queue.run(works.work(index)));
    works.end(0);
    works.end(1);
    await settled();
    expect(works.begun).toEqual([0, 1, 2, 3]);
    works.end(2);
    works.end(3);
    expect(await Promise.all(runs)).toEqual([0, 1, 2, 3]);
  });

  it('passes on a rejection, and frees the place', async () => {
    const { queue, works } = scene();
    const runs = [queue.run(works.work(0)), queue.run(works.work(1))];
    works.end(0, new TypeError('broken'));
    await expect(runs[0]).rejects.toThrow(new TypeError('broken'));
    await settled();
    works.end(1);
    expect(await runs[1]).toBe(1);
  });

  it('frees the place when work throws synchronously', async () => {
    const { queue } = scene();
    const thrown = queue.run(() => {
      throw new TypeError('at once');
    });
    await expect(thrown).rejects.toThrow(new TypeError('at once'));
    expect(await queue.run(async () => 'next')).toBe('next');
  });

  it('refuses only the work that waits too long', async () => {
    const { queue, works, clock } = scene({ maxWaitMs: 5_000 });
    const first = queue.run(works.work(0));
    const early = queue.run(works.work(1));
    const isRefused = expect(early).rejects.toMatchObject({ name: 'UnavailableError', retryAfterMs: 5_000 });
    clock.advance(1_000);
    const late = queue.run(works.work(2));
    clock.advance(3_999);
    await settled();
    expect(works.begun).toEqual([0]);
    clock.advance(1);
    await isRefused;
    works.end(0);
    await first;
    await settled();
    clock.advance(60_000); // it runs already, so its time is not bounded any more
    works.end(2);
    expect(await late).toBe(2);
    expect(works.begun).toEqual([0, 2]);
  });

  it('frees the place in the queue after a refusal', async () => {
    const { queue, works, clock } = scene({ maxWaiting: 1 });
    const first = queue.run(works.work(0));
    const waiting = expect(queue.run(works.work(1))).rejects.toBeInstanceOf(UnavailableError);
    await expect(queue.run(works.work(2))).rejects.toBeInstanceOf(UnavailableError);
    clock.advance(5_000);
    await waiting;
    const next = queue.run(works.work(3));
    works.end(0);
    await first;
    await settled();
    works.end(3);
    expect(await next).toBe(3);
  });

  it('leaves no timer behind for work that has started', async () => {
    const { works, clock } = scene();
    const signals: (AbortSignal | undefined)[] = [];
    const sleep = (ms: number, signal?: AbortSignal) => {
      signals.push(signal);
      return clock.sleep(ms, signal);
    };
    const queue = new HashQueue(
      { concurrency: 1, maxWaiting: 10, maxWaitingPerAddress: 10, maxWaitMs: 5_000 },
      { sleep },
    );
    const runs = [queue.run(works.work(0)), queue.run(works.work(1))];
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    works.end(0);
    await settled();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    works.end(1);
    await Promise.all(runs);
  });

  it('lets no work wait when the limit is 0', async () => {
    const { queue, works } = scene({ maxWaiting: 0 });
    const first = queue.run(works.work(0));
    await expect(queue.run(works.work(1))).rejects.toBeInstanceOf(UnavailableError);
    works.end(0);
    expect(await first).toBe(0);
  });

  it('keeps its limits and its order in random runs', async () => {
    const event = fc.constantFrom('come', 'end', 'wait');
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 60, size: 'max' }),
        fc.integer({ min: 1, max: 3 }),
        async (events, concurrency) => {
          const { queue, works, clock } = scene({ concurrency, maxWaiting: 4, maxWaitMs: 3 });
          const runs: Promise<unknown>[] = [];
          for (const what of events) {
            if (what === 'come') runs.push(queue.run(works.work(runs.length)));
            else if (what === 'end') works.endOldest();
            else clock.advance(1);
            for (const run of runs) run.catch(() => undefined); // the outcome is checked below
            await settled();
          }
          while (works.underWay > 0) {
            works.endOldest();
            await settled();
          }
          const results = await Promise.allSettled(runs);
          expect(works.most).toBeLessThanOrEqual(concurrency);
          expect(works.begun).toEqual(works.begun.toSorted((one, other) => one - other));
          expect(results.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))).toEqual(works.begun);
        },
      ),
      { numRuns: 50 },
    );
  });
});
