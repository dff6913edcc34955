import { availableParallelism, loadavg } from 'node:os';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** The longest time of a file of the first level on a quiet machine. */
const LIMIT_MS = 20_000;

export interface FileTime {
  readonly level: string;
  readonly path: string;
  /** How long its tests and hooks took. */
  readonly ms: number;
}

/** Shows the ten slowest files and the time of each level. Fails a run with a file of the first level that takes too long; in CI it only says so. */
export class SlowFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map(timeOf);
    if (times.length > 1) console.log(tableOf(times).join('\n'));
    const slow = tooSlow(times, loadavg()[0] ?? 0);
    if (slow.length === 0) return;
    console.error(`Too slow for the first level of tests, see CONTRIBUTING.md:\n${slow.join('\n')}`);
    if (process.env['CI'] === undefined) process.exitCode = 1;
  }
}

const timeOf = (module: TestModule): FileTime => ({
  level: module.project.name,
  path: relative(module.project.config.root, module.moduleId),
  ms: module.diagnostic().duration,
});

/** The lines at the end of a run. */
export function tableOf(times: readonly FileTime[]): readonly string[] {
  const levels = [...Map.groupBy(times, ({ level }) => level)].map(
    ([level, files]) =>
      `${seconds(files.reduce((sum, { ms }) => sum + ms, 0))}  ${level}, ${files.length} files together`,
  );
  const slowest = times.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
  return [
    '',
    'Time of each level',
    ...levels,
    'Slowest files',
    ...slowest.map(({ level, path, ms }) => `${seconds(ms)}  ${level} ${path}`),
  ];
}

/**
 * The files that are too slow for the first level, which nothing but their own work makes so: the limit grows with the processes that wait for
 * the machine. A run itself has two for each core.
 * @param load mean of the processes that ran or waited in the last minute
 */
export function tooSlow(times: readonly FileTime[], load: number): readonly string[] {
  const limit = LIMIT_MS * Math.max(1, load / (2 * availableParallelism()));
  return times
    .filter(({ level, ms }) => level.startsWith('quick') && ms > limit)
    .map(({ path, ms }) => `${path}: ${seconds(ms).trim()}, at most ${seconds(limit).trim()}`);
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`.padStart(9);
