import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runChains, type Step } from '../../scripts/check/runChains.ts';
import { openStepCache } from '../../scripts/check/stepCache.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'algotheque-cache-'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  mkdirSync(join(root, 'src'));
  write('src/one.ts', '1');
  write('README.md', 'words');
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
const cachePath = (): string => join(root, '.git/check.json');

const types: Step = { name: 'types', command: ['true'], inputs: (file) => file.endsWith('.ts') };

/** Runs the step, with the cache of the runs before; whether it was really run. */
async function isRun(step: Step): Promise<boolean> {
  const lines: string[] = [];
  await runChains([[step]], {
    root,
    atOnce: 1,
    cache: openStepCache(root, cachePath()),
    print: (line) => lines.push(line),
  });
  return !lines.some((line) => line.endsWith('on the same files'));
}

describe('a step of the check', () => {
  it('is not run again on the same files', async () => {
    expect([await isRun(types), await isRun(types)]).toEqual([true, false]);
  });

  it.each([
    ['a changed file', () => write('src/one.ts', '2')],
    ['a new file', () => write('src/two.ts', '2')],
    ['a removed file', () => rmSync(join(root, 'src/one.ts'))],
    ['a damaged cache', () => writeFileSync(cachePath(), '{"types":')],
    ['a cache of another form', () => writeFileSync(cachePath(), 'null')],
  ])('is run again after %s', async (_what, change) => {
    await isRun(types);
    change();
    expect([await isRun(types), await isRun(types)]).toEqual([true, false]);
  });

  it('does not depend on files that are none of its inputs', async () => {
    await isRun(types);
    write('README.md', 'other words');
    expect(await isRun(types)).toBe(false);
    expect([await isRun({ ...types, inputs: () => true }), await isRun({ ...types, inputs: () => true })]).toEqual([
      true,
      false,
    ]);
  });

  it('is run again with another command, and when what it makes is absent', async () => {
    await isRun(types);
    expect(await isRun({ ...types, command: ['true', '--strict'] })).toBe(true);
    const making: Step = { ...types, makes: 'dist.js' };
    expect([await isRun(making), await isRun(making)]).toEqual([true, true]);
    write('dist.js', '');
    expect(await isRun(making)).toBe(false);
  });

  it('is run again until it passes', async () => {
    const failing: Step = { ...types, command: ['false'] };
    expect([await isRun(failing), await isRun(failing)]).toEqual([true, true]);
  });
});
