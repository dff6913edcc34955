import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { onDisk } from '@algotheque/domain/files';
import { describe, expect, it } from 'vitest';
import { isError, UnavailableError } from '../src/index.ts';

const foreign = (code: string): unknown => runInNewContext(code);

describe('an error of another realm', () => {
  it.each(['new Error("x")', 'new TypeError("x")', 'class Own extends Error {}; new Own("x")'])('%s is one', (code) => {
    expect(foreign(code)).not.toBeInstanceOf(Error);
    expect(isError(foreign(code))).toBe(true);
  });

  it('is told from what is none', () => {
    for (const value of [null, undefined, 'Error', {}, { name: 'Error', message: 'x' }, foreign('({})')])
      expect(isError(value)).toBe(false);
    expect(isError(new UnavailableError())).toBe(true);
  });

  it('of a system call is that of a disk which is away', async () => {
    const problem = foreign('Object.assign(new Error("EIO"), { code: "EIO", syscall: "write" })');
    await expect(onDisk(() => Promise.reject(problem))).rejects.toBeInstanceOf(UnavailableError);
  });
});

/** Programs of their own, in which there is one realm. */
const OWN_PROGRAMS = ['quickCheckProcess.ts', 'writerThreadProgram.ts', 'problems.ts'];

it('no source asks for errors of its own realm only', () => {
  const root = join(import.meta.dirname, '../../..');
  const files = globSync('packages/{*/src,domain/adapterkit,domain/testkit}/**/*.ts', { cwd: root });
  const asking = files.filter((file) => /instanceof Error\b/.test(readFileSync(join(root, file), 'utf8')));
  expect(files.length).toBeGreaterThan(500);
  expect(asking.filter((file) => !OWN_PROGRAMS.some((name) => file.endsWith(`/${name}`)))).toEqual([]);
});
