import { afterEach, expect, it, vi } from 'vitest';
import { lastLine } from '../scripts/lastLine.ts';

const { exitCode } = process;

afterEach(() => {
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});

it.each([
  ['passed', undefined, 'All is well.'],
  ['failed', undefined, 'NOT well: see above.'],
  ['interrupted', undefined, 'NOT well: see above.'],
  ['passed', 1, 'NOT well: see above.'], // by a reporter before it
] as const)('the last line of a run that has %s with the exit code %s is "%s"', (reason, code, line) => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  process.exitCode = code;
  lastLine.onTestRunEnd([], [], reason);
  process.exitCode = exitCode;
  expect(log.mock.lastCall).toEqual([`\n${line}`]);
});
