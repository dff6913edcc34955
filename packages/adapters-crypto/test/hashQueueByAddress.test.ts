import { UnavailableError } from '@algotheque/domain';
import { FakeClock } from '@algotheque/domain/memory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HashQueue } from '../src/hashQueue.ts';
import { settled, Works } from './support/works.ts';

interface Bounds {
  readonly concurrency?: number;
  readonly maxWaiting?: number;
  readonly maxWaitingPerAddress?: number;
}

function scene({ concurrency = 1, maxWaiting = 20, maxWaitingPerAddress = 5 }: Bounds = {}) {
  const works = new Works();
  const queue = new HashQueue({ concurrency, maxWaiting, maxWaitingPerAddress, maxWaitMs: 5_000 }, new FakeClock());
  const runs: Promise<number>[] = [];
  /** A work of this address. Its number is its position in the order of arrival. */
  const arrive = (address?: string, signal?: AbortSignal): Promise<number> => {
    const client = { ...(address !== undefined && { address }), ...(signal !== undefined && { signal }) };
    const run = queue.run(works.work(runs.length), client);
    run.catch(() => undefined); // `outcomes` or the test checks the result
    runs.push(run);
    return run;
  };
  const finish = async (): Promise<void> => {
    await settled();
    while (works.underWay > 0) {
      works.endOldest();
      await settled();
    }
  };
  const outcomes = async () => {
    await finish();
    const settledRuns = await Promise.allSettled(runs);
    const refused = settledRuns.flatMap((run, index) => (run.status === 'rejected' ? [index] : []));
    const reasons = settledRuns.flatMap((run): unknown[] => (run.status === 'rejected' ? [run.reason] : []));
    return { refused, reasons, begun: [...works.begun] };
  };
  return { works, arrive, outcomes, runs };
}

const isUnavailable = (reason: unknown): boolean => reason instanceof UnavailableError;

describe('waiting hashes', () => {
  it('are started in turn by address, and in the order of arrival for one address', async () => {
    const { arrive, outcomes } = scene();
    for (let count = 0; count < 4; count += 1) void arrive('203.0.113.1');
    for (let count = 0; count < 2; count += 1) void arrive('203.0.113.2');
    void arrive('203.0.113.3');
    void arrive();
    expect((await outcomes()).begun).toEqual([0, 1, 4, 6, 7, 2, 5, 3]);
  });

  it('count a whole /64 as one address', async () => {
    const { arrive, outcomes } = scene();
    void arrive('203.0.113.9'); // has the place
    for (let host = 1; host <= 3; host += 1) void arrive(`2001:db8::${host}`);
    void arrive('2001:db8:0:1::1');
    expect((await outcomes()).begun).toEqual([0, 1, 4, 2, 3]);
  });

  it('are refused above the share of their address, while other addresses have room', async () => {
    const { arrive, outcomes } = scene({ maxWaitingPerAddress: 5 });
    for (let count = 0; count < 9; count += 1) void arrive('203.0.113.1'); // one runs, five wait
    for (let count = 0; count < 5; count += 1) void arrive('203.0.113.2');
    const { refused, reasons } = await outcomes();
    expect(refused).toEqual([6, 7, 8]);
    expect(reasons.filter(isUnavailable)).toHaveLength(3);
  });

  it('may fill the whole queue when they have no address', async () => {
    const { arrive, outcomes } = scene({ maxWaiting: 20, maxWaitingPerAddress: 5 });
    for (let count = 0; count < 23; count += 1) void arrive();
    expect((await outcomes()).refused).toEqual([21, 22]);
  });

  it('replace, in a full queue, the newest hash of the address that has the most', async () => {
    const { arrive, outcomes } = scene({ maxWaiting: 6, maxWaitingPerAddress: 4 });
    for (let count = 0; count < 5; count += 1) void arrive('203.0.113.1'); // 0 runs, 1 to 4 wait
    for (let count = 0; count < 2; count += 1) void arrive('203.0.113.2'); // 5 and 6: the queue is full
    void arrive('203.0.113.3'); // 7: in place of 4
    void arrive('203.0.113.3'); // 8: in place of 3
    void arrive('203.0.113.3'); // 9: refused, two of each wait
    const { refused, reasons, begun } = await outcomes();
    expect(refused).toEqual([3, 4, 9]);
    expect(reasons.every(isUnavailable)).toBe(true);
    expect(begun).toEqual([0, 1, 5, 7, 2, 6, 8]);
  });

  it('are not replaced when each address has one: only that many addresses can block others', async () => {
    const { arrive, outcomes } = scene({ maxWaiting: 6 });
    void arrive('203.0.113.100');
    for (let host = 1; host <= 6; host += 1) void arrive(`203.0.113.${host}`);
    void arrive('203.0.113.7');
    expect((await outcomes()).refused).toEqual([7]);
  });
});

describe('a client that has disconnected', () => {
  it('leaves the queue, and frees its place', async () => {
    const { arrive, outcomes, works } = scene({ maxWaitingPerAddress: 2 });
    const disconnection = new AbortController();
    void arrive('203.0.113.1');
    void arrive('203.0.113.1', disconnection.signal);
    void arrive('203.0.113.1');
    disconnection.abort();
    await expect(arrive('203.0.113.1', disconnection.signal)).rejects.toThrow(UnavailableError);
    void arrive('203.0.113.1');
    await settled();
    expect(works.begun).toEqual([0]);
    const { refused, begun } = await outcomes();
    expect([refused, begun]).toEqual([
      [1, 3],
      [0, 2, 4],
    ]);
  });

  it('does not stop the hash that has started for it', async () => {
    const { arrive, works } = scene();
    const disconnection = new AbortController();
    const run = arrive('203.0.113.1', disconnection.signal);
    disconnection.abort();
    works.end(0);
    expect(await run).toBe(0);
  });
});

it('random runs keep the limits, and no work waits longer than its turns', async () => {
  const event = fc.oneof(
    fc.record({ what: fc.constant('come' as const), host: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ what: fc.constantFrom('end' as const, 'go' as const), host: fc.constant(0) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 80, size: 'max' }),
      fc.integer({ min: 1, max: 3 }),
      async (events, places) => {
        const { arrive, works, outcomes, runs } = scene({
          concurrency: places,
          maxWaiting: 8,
          maxWaitingPerAddress: 4,
        });
        const hosts: number[] = [];
        const came: { begunBefore: number; ahead: number }[] = [];
        const leaving: AbortController[] = [];
        const over = new Set<number>(); // refused, or its client has disconnected
        const waitingOf = (host: number) =>
          hosts.filter((of, run) => of === host && !works.begun.includes(run) && !over.has(run)).length;
        for (const { what, host } of events) {
          if (what === 'come') {
            const disconnection = new AbortController();
            came.push({ begunBefore: works.begun.length, ahead: waitingOf(host) });
            hosts.push(host);
            leaving.push(disconnection);
            const run = runs.length;
            arrive(`203.0.113.${host}`, disconnection.signal).catch(() => over.add(run));
          } else if (what === 'end') works.endOldest();
          else leaving.at(-1)?.abort();
          await settled();
        }
        const { begun, refused } = await outcomes();
        expect(works.most).toBeLessThanOrEqual(places);
        expect(begun.length + refused.length).toBe(runs.length);
        for (const [run, { begunBefore, ahead }] of came.entries()) {
          if (!begun.includes(run)) continue;
          const between = begun.slice(begunBefore, begun.indexOf(run)).map((other) => hosts[other]);
          for (const host of new Set(between.filter((other) => other !== hosts[run]))) {
            expect(between.filter((other) => other === host).length).toBeLessThanOrEqual(ahead + 1);
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});
