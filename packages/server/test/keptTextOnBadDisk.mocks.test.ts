import { writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { readOrMake } from '../src/stores/keptText.ts';
import { expectWhole, place } from './support/keptFile.ts';

/** `allow` is called before each step that changes the disk, and throws to refuse it. */
const disk = vi.hoisted(() => ({ allow: (): void => {} }));

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>();
  const asking =
    <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
    (...args: Args): Result => {
      disk.allow();
      return work(...args);
    };
  return {
    ...original,
    openSync: asking(original.openSync),
    writeFileSync: asking(original.writeFileSync),
    fsyncSync: asking(original.fsyncSync),
    renameSync: asking(original.renameSync),
    rmSync: asking(original.rmSync),
  };
});

const refusal = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });

/** Runs `work` on a disk that refuses the steps for which `isRefused` returns true. `at` is the number of the step, from 0. */
function onDisk<Result>(isRefused: (at: number) => boolean, work: () => Result): Result {
  let at = 0;
  disk.allow = () => {
    at += 1;
    if (isRefused(at - 1)) throw refusal;
  };
  try {
    return work();
  } finally {
    disk.allow = () => {};
  }
}

/** The number of steps that a disk may refuse. */
async function stepsOf(prepare: (path: string) => void): Promise<number> {
  const { path } = await place();
  prepare(path);
  let steps = 0;
  onDisk(
    (at) => {
      steps = at + 1;
      return false;
    },
    () => readOrMake(path),
  );
  return steps;
}

describe.each([
  ['absent', () => {}],
  ['empty', (path: string) => writeFileSync(path, '')],
])('a first start that finds the file %s', (_what, prepare) => {
  it.each([
    ['a full disk fails', 1, (at: number, step: number) => at === step],
    ['it is killed', 0, (at: number, step: number) => at >= step],
  ] as const)('does not prevent the next start, at whatever step %s', async (_ending, first, isRefused) => {
    const steps = await stepsOf(prepare);
    expect(steps).toBeGreaterThan(7);
    for (let step = first; step < steps; step += 1) {
      const where = await place();
      prepare(where.path);
      const make = () => readOrMake(where.path);
      expect(() => onDisk((at) => isRefused(at, step), make), `step ${step}`).toThrow('ENOSPC');
      expectWhole(where);
    }
  });
});
