import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import {
  type ContentFinding,
  ContentScrub,
  DamagedError,
  type ScrubProgress,
  UnavailableError,
} from '../../src/index.ts';
import { FakeClock, MemoryContents, MemoryCounts, MemoryData, memoryPorts } from '../../testkit/memory/index.ts';
import { newAlgo } from '../../testkit/suites/samples.ts';

const DAY = 86_400_000;

interface Scene {
  readonly sizes?: readonly number[];
  readonly progress?: ScrubProgress;
}

/** A store in memory with contents of these sizes, and a scrub of one day. */
async function scene({ sizes = [3, 3, 3], progress }: Scene = {}) {
  const clock = new FakeClock();
  const [data, contents] = [new MemoryData(), new MemoryContents()];
  const ports = memoryPorts({ clock, data, contents, counts: new MemoryCounts(), mailKey: 'key' });
  for (const size of sizes) {
    const [id, ref] = [await ports.algos.nextId(), await ports.contentStore.stage(new Uint8Array(size), null)];
    await ports.algos.insert({ ...newAlgo(id, { ref, contentBytes: size }), id });
    await ports.contentStore.publish(id, ref);
  }
  const seen = { findings: [] as ContentFinding['kind'][], problems: [] as unknown[], read: [] as number[] };
  const state = { kept: progress ?? null, fails: false, onRead: () => {} };
  const contentStore: typeof ports.contentStore = {
    ...ports.contentStore,
    locate: (id, ref) => ports.contentStore.locate(id, ref),
    async read(id, ref) {
      if (state.fails) throw new UnavailableError();
      seen.read.push(id);
      state.onRead();
      return ports.contentStore.read(id, ref);
    },
  };
  const opened = () =>
    new ContentScrub(
      { ...ports, contentStore, clock },
      {
        periodMs: DAY,
        place: {
          read: async () => state.kept,
          async write(next) {
            state.kept = next;
          },
        },
        onProblem: (problem) => seen.problems.push(problem),
        onFinding: ({ kind }) => seen.findings.push(kind),
      },
    );
  /** Lets the time pass in steps, until nothing has to be done before its end. */
  const pass = async (ms: number, stepMs = 1_000): Promise<void> => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      for (let turns = 0; turns < 20; turns += 1) await turn();
      clock.advance(stepMs);
    }
    for (let turns = 0; turns < 20; turns += 1) await turn();
  };
  const run = async (scrub: ContentScrub, ms: number, stepMs?: number): Promise<void> => {
    scrub.start();
    await pass(ms, stepMs);
    await scrub.stop();
  };
  return { clock, data, contents, ports, seen, state, opened, pass, run, scrub: opened() };
}

describe('the verification of contents', () => {
  it('reads each content once in a period, in the order of the ids, and then the next round', async () => {
    const { scrub, seen, pass } = await scene();
    scrub.start();
    scrub.start();
    await pass(10_000);
    expect([seen.read, seen.findings]).toEqual([
      [1, 2, 3],
      ['intact', 'intact', 'intact'],
    ]);
    await pass(DAY - 11_000, 3_600_000);
    await pass(5_000);
    expect(seen.read).toEqual([1, 2, 3, 1, 2, 3]);
    await scrub.stop();
    expect(seen.problems).toEqual([]);
  });

  it('says what is damaged in its round, and in the one before, also after a restart', async () => {
    const { scrub, opened, data, pass, clock, state } = await scene({ sizes: [3, 3, 3, 3] });
    const began = clock.now();
    for (const id of [2, 4]) data.damage({ place: 'algos', id, field: 'nom' });
    expect(scrub.progress).toBeNull();
    scrub.start();
    await pass(10_000);
    const last = { began, ended: expect.any(Number), damaged: 2 };
    expect(scrub.progress).toEqual({ began, after: null, damaged: 2, last });
    await scrub.stop();
    data.removed('algos', 2);
    state.fails = true;
    const next = opened();
    next.start();
    await pass(DAY, 3_600_000);
    expect(next.progress).toMatchObject({ after: 0, last });
    state.fails = false;
    await pass(120_000);
    expect(next.progress).toMatchObject({ after: null, last: { damaged: 1 } });
    await next.stop();
  });

  it('reads at most 20 contents and 1 MiB a second', async () => {
    const small = await scene({ sizes: Array.from({ length: 50 }, () => 1) });
    small.scrub.start();
    await small.pass(1_000, 10);
    expect(small.seen.read.length).toBeGreaterThan(15);
    expect(small.seen.read.length).toBeLessThanOrEqual(21);
    await small.scrub.stop();
    const large = await scene({ sizes: Array.from({ length: 10 }, () => 524_288) });
    large.scrub.start();
    await large.pass(2_000, 10);
    expect(large.seen.read.length).toBeGreaterThan(2);
    expect(large.seen.read.length).toBeLessThanOrEqual(5);
    await large.scrub.stop();
  });

  it('lists ten records at a time', async () => {
    const { scrub, seen, pass, ports } = await scene({ sizes: Array.from({ length: 25 }, () => 1) });
    const listAll = vi.spyOn(ports.algos, 'listAll');
    scrub.start();
    await pass(5_000, 10);
    expect(seen.read).toHaveLength(25);
    expect(listAll.mock.calls.map(([{ after, limit }]) => [after, limit])).toEqual(
      [0, 10, 20, 25].map((after) => [after, 10]),
    );
    await scrub.stop();
  });

  it('remembers a bounded number of problems, and reports again what it has forgotten', async () => {
    for (const [damaged, reports] of [
      [10_000, 10_000],
      [10_001, 20_002],
    ] as const) {
      const { scrub, seen, pass, ports } = await scene();
      vi.spyOn(ports.algos, 'listAll').mockImplementation(async (_page, onDamaged) => {
        for (let id = 1; id <= damaged; id += 1) onDamaged?.(new DamagedError({ place: 'algos', id, field: 'nom' }));
        return [];
      });
      scrub.start();
      await pass(1_000);
      await pass(DAY, 3_600_000);
      expect(seen.findings).toHaveLength(2 * damaged);
      expect(seen.problems).toHaveLength(reports);
      await scrub.stop();
    }
  });

  it('reports a damaged content and a damaged record once, counts them in each round, and goes on', async () => {
    const { scrub, seen, pass, data, contents } = await scene();
    contents.records.delete(1);
    data.damage({ place: 'algos', id: 2, field: 'nom' });
    scrub.start();
    await pass(5_000);
    await pass(DAY, 3_600_000);
    await pass(5_000);
    expect(seen.problems).toMatchObject([
      { place: 'algos', id: '2' },
      { id: '1', field: 'content' },
    ]);
    expect(seen.findings.filter((kind) => kind === 'damaged')).toHaveLength(4);
    expect(seen.findings.filter((kind) => kind === 'intact')).toHaveLength(2);
    await scrub.stop();
  });

  it('finds nothing wrong in a record that is deleted while its content is read', async () => {
    const { scrub, seen, state, data, contents, run } = await scene({ sizes: [3] });
    state.onRead = () => {
      data.algos.delete(1);
      contents.records.delete(1);
    };
    await run(scrub, 5_000);
    expect([seen.findings, seen.problems]).toEqual([['changed'], []]);
  });

  it('goes on where it was after a restart, and rests where the round was over', async () => {
    const { scrub, seen, state, opened, pass, run } = await scene();
    state.onRead = () => void scrub.stop();
    scrub.start();
    await pass(1_000);
    expect([seen.read, state.kept?.after]).toEqual([[1], 1]);
    state.onRead = () => {};
    const second = opened();
    await run(second, 5_000);
    expect([seen.read, state.kept?.after]).toEqual([[1, 2, 3], null]);
    const third = opened();
    await run(third, 5_000);
    expect(seen.read).toEqual([1, 2, 3]);
  });

  it('waits a minute while a store is unavailable, and leaves nothing out', async () => {
    const { scrub, seen, state, pass } = await scene();
    state.fails = true;
    scrub.start();
    await pass(30_000);
    state.fails = false;
    expect(seen.problems).toMatchObject([{ code: 'Responses.General.Unavailable' }]);
    await pass(40_000);
    await scrub.stop();
    expect(seen.read).toEqual([1, 2, 3]);
  });

  it('reports a round that takes longer than the period', async () => {
    const { clock, scrub, seen, run } = await scene({ progress: { began: Date.UTC(2025, 0, 1), after: 2 } });
    expect(clock.now()).toBeGreaterThan(Date.UTC(2025, 0, 2));
    await run(scrub, 2_000);
    expect(seen.problems).toMatchObject([{ message: expect.stringContaining('more than the period') }]);
  });

  it('reports no round that takes as long as the period', async () => {
    const { scrub, seen, run } = await scene({ sizes: [], progress: { began: Date.UTC(2025, 11, 31), after: 5 } });
    await run(scrub, 0);
    expect(seen.problems).toEqual([]);
  });

  it('begins a round when the period is over, not an hour later, and keeps when it began', async () => {
    const began = Date.UTC(2025, 11, 31) + 60_000;
    const { clock, scrub, seen, state, pass } = await scene({ progress: { began, after: null } });
    scrub.start();
    await pass(59_000);
    expect(seen.read).toEqual([]);
    await pass(5_000);
    await scrub.stop();
    expect(seen.read).toEqual([1, 2, 3]);
    const last = { began: began + DAY, ended: began + DAY + 3_000, damaged: 0 };
    expect(state.kept).toEqual({ began: began + DAY, after: null, damaged: 0, last });
    expect(clock.now()).toBe(began + DAY + 4_000);
  });

  it('keeps its progress within a round once a minute', async () => {
    const { scrub, data, contents, state, pass, clock } = await scene({ sizes: Array.from({ length: 30 }, () => 1) });
    const began = clock.now();
    for (const [id, algo] of data.algos) data.algos.set(id, { ...algo, contentBytes: 4 * 1_048_576 });
    contents.records.clear(); // so it waits as long as the records say
    scrub.start();
    await pass(70_000);
    expect(state.kept).toBeNull();
    await pass(20_000);
    expect(state.kept).toEqual({ began, after: 20, damaged: 20 });
    await scrub.stop();
  });

  it('waits as long as what it has read is large, whatever the record says of it', async () => {
    const { scrub, data, seen, run } = await scene({ sizes: Array.from({ length: 10 }, () => 524_288) });
    for (const [id, algo] of data.algos) data.algos.set(id, { ...algo, contentBytes: 1 });
    await run(scrub, 2_000, 10);
    expect(seen.read.length).toBeLessThanOrEqual(5);
  });

  it('needs nobody who counts its findings, and may be stopped before it was started', async () => {
    const { ports, clock, data, contents, run } = await scene();
    contents.records.delete(1);
    data.damage({ place: 'algos', id: 2, field: 'nom' });
    const problems: unknown[] = [];
    const place = { read: async () => null, write: async () => {} };
    const scrub = new ContentScrub(
      { ...ports, clock },
      { periodMs: DAY, place, onProblem: (problem) => problems.push(problem) },
    );
    await scrub.stop();
    await run(scrub, 5_000);
    expect(problems).toMatchObject([
      { place: 'algos', id: '2' },
      { id: '1', field: 'content' },
    ]);
  });

  it('reads nothing after it was stopped', async () => {
    const { scrub, seen, pass } = await scene();
    scrub.start();
    await scrub.stop();
    await pass(5_000);
    expect(seen.read.length).toBeLessThanOrEqual(1);
  });
});
