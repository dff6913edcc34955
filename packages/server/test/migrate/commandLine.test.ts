import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { scene } from './support/scene.ts';

let stderr: MockInstance<typeof process.stderr.write>;

beforeEach(() => {
  stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  stderr.mockRestore();
});

/** Runs `algotheque migrate` in this process. */
async function migrate(...args: string[]): Promise<{ readonly code: number; readonly stderrText: string }> {
  const code = await run(['migrate', ...args], {});
  return { code, stderrText: stderr.mock.calls.map(([chunk]) => String(chunk)).join('') };
}

const from = ['--from', 'sqlite:/nowhere/a.db'];
const mongo = 'mongodb://ada:hunter2@127.0.0.1:1/algotheque';

describe('the command line of migrate', () => {
  it.each([
    [[], "required option '--from <URL>' not specified"],
    [from, "required option '--to <URL>' not specified"],
    [['--to', mongo], "required option '--from <URL>' not specified"],
    [['--from'], "option '--from <URL>' argument missing"],
    [[...from, '--to', '--from-files'], '--to must be sqlite:PATH or mongodb://…'],
    [[...from, '--to', ''], '--to must be sqlite:PATH or mongodb://…'],
    [[...from, '--to', 'sqlite:'], '--to must be sqlite:PATH or mongodb://…'],
    [[...from, '--to', './data/algotheque.db'], '--to must be sqlite:PATH or mongodb://…'],
    [['--from', 'postgres://ada:hunter2@host/x', '--to', mongo], '--from must be sqlite:PATH or mongodb://…'],
    [
      [...from, '--to', 'sqlite:b', '--to-files', 'mongodb:'],
      '--to-files can be mongodb: only where --to is a MongoDB',
    ],
    [[...from, '--to', mongo, '--from-files', 'mongodb:'], '--from-files can be mongodb: only where'],
    [[...from, '--to', mongo, '--to-files', mongo], '--to-files must be file:PATH or mongodb:'],
    [[...from, '--to', mongo, '--to-files', 'file:'], '--to-files must be file:PATH or mongodb:'],
    [[...from, '--to', mongo, '--too', mongo], "unknown option '--too'"],
    [[...from, '--to', mongo, mongo], "too many arguments for 'migrate'"],
    [[...from, '--to', mongo, `--${mongo}`], "unknown option '--mongodb://…@"],
  ])('refuses %j with 2', async (args, reason) => {
    const { code, stderrText } = await migrate(...args);
    expect(stderrText).toContain(reason);
    expect(stderrText).toMatch(/^(algotheque|error): /);
    expect(stderrText).not.toMatch(/hunter2|\n\s+at /);
    expect(code).toBe(2);
  });

  it.each([
    ['mongodb://ada:hunter2@host/a/b', 'malformed'],
    ['mongodb://ada:hunter2@@host/a', 'malformed'],
    ['mongodb://ada:hunter2@127.0.0.1:1/a?w=0', 'w=0'],
    ['mongodb://ada:hunter2@127.0.0.1:1/a?nonsense=1', 'malformed'],
    [`${mongo}?serverSelectionTimeoutMS=100`, 'ECONNREFUSED'],
    ['mongodb://ada:hunter2@does-not-exist.invalid/a?serverSelectionTimeoutMS=100', 'does-not-exist.invalid'],
  ])('ends with 1 on %s, without its credentials', async (url, reason) => {
    const { code, stderrText } = await migrate('--from', url, '--to', 'sqlite:/nowhere/b.db');
    expect(stderrText).toContain(reason);
    expect(stderrText).not.toMatch(/hunter2|ada:|\n\s+at /);
    expect(code).toBe(1);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends with 1 and in order on %s, and says how to go on', async (signal) => {
    const { source, target } = await scene();
    stderr.mockImplementation((chunk) => {
      if (String(chunk).startsWith('Beginning')) process.emit(signal, signal);
      return true;
    });
    const sides = [
      '--from',
      `sqlite:${join(source, 'algotheque.db')}`,
      '--to',
      `sqlite:${join(target, 'algotheque.db')}`,
    ];
    const { code, stderrText } = await migrate(...sides);
    expect(stderrText).toContain(
      `\nalgotheque: Stopped by ${signal}. If the target was begun, run the same command with --begin-anew.\n`,
    );
    expect(code).toBe(1);
  });

  it('ends with 1 on a source that is not there', async () => {
    expect(await migrate(...from, '--to', mongo)).toEqual({
      code: 1,
      stderrText: 'algotheque: There is no store in /nowhere/a.db\n',
    });
  });
});
