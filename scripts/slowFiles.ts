import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export interface FileTime {
  readonly level: string;
  readonly path: string;
  /** How long its tests and hooks took. */
  readonly ms: number;
}

/** Shows the ten slowest files and the time of each level. No time fails a run: it depends on the machine. */
export class SlowFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map(timeOf);
    if (times.length > 1) console.log(tableOf(times).join('\n'));
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

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`.padStart(9);
