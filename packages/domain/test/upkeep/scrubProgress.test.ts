import { describe, expect, it } from 'vitest';
import { type ScrubPlace, type ScrubProgress, UnavailableError } from '../../src/index.ts';
import { keptProgress } from '../../src/upkeep/scrubProgress.ts';
import { FakeClock } from '../../testkit/memory/index.ts';

const MINUTE = 60_000;

/** The progress in this place, and what is written and reported. */
function scene(place: Partial<ScrubPlace> = {}) {
  const clock = new FakeClock();
  const written: ScrubProgress[] = [];
  const problems: unknown[] = [];
  const kept: ScrubPlace = { read: async () => null, write: async (progress) => void written.push(progress), ...place };
  const progress = keptProgress({
    place: kept,
    clock,
    onProblem: (problem, where) => problems.push([problem, where]),
  });
  return { clock, written, problems, progress };
}

describe('the progress of the verification of contents', () => {
  const problem = new UnavailableError();
  const fails = () => Promise.reject(problem);
  const reported = [[problem, 'the place of the verification of contents']];

  it('is the beginning of a round when none is kept', async () => {
    const { progress, clock, problems } = scene();
    expect(await progress.read()).toEqual({ began: clock.now(), after: 0 });
    expect(problems).toEqual([]);
  });

  it('is the beginning of a round when its place cannot be read, which is reported', async () => {
    const { progress, clock, problems } = scene({ read: fails });
    expect(await progress.read()).toEqual({ began: clock.now(), after: 0 });
    expect(problems).toEqual(reported);
  });

  it('began now at the latest, whatever a clock that was ahead has written', async () => {
    const { clock } = scene();
    for (const offset of [-1, 0, 1]) {
      const { progress } = scene({ read: async () => ({ began: clock.now() + offset, after: 7 }) });
      expect(await progress.read()).toEqual({ began: clock.now() + Math.min(offset, 0), after: 7 });
    }
  });

  it('is kept once a minute within a round, and whenever asked', async () => {
    const { progress, clock, written } = scene();
    const step = async (ms: number, after: number) => {
      clock.advance(ms);
      await progress.keepSometimes({ began: 0, after });
      return written.splice(0).map((one) => one.after);
    };
    expect([await step(MINUTE - 1, 1), await step(1, 2), await step(MINUTE - 1, 3)]).toEqual([[], [2], []]);
    await progress.keep({ began: 0, after: null });
    expect(written.splice(0)).toEqual([{ began: 0, after: null }]);
    expect([await step(MINUTE - 1, 4), await step(1, 5)]).toEqual([[], [5]]);
  });

  it('is kept after a minute on a clock that was set back, too', async () => {
    const { progress, clock, written } = scene();
    clock.advance(-MINUTE);
    await progress.keepSometimes({ began: 0, after: 1 });
    expect(written).toHaveLength(1);
  });

  it('that cannot be kept is reported, and stops nothing', async () => {
    const { progress, problems } = scene({ write: fails });
    await progress.keep({ began: 0, after: 1 });
    expect(problems).toEqual(reported);
  });
});
