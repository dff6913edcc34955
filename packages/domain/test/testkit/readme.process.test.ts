import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

/** The TypeScript in the README, block by block. */
async function snippets(): Promise<string[]> {
  const text = await readFile(`${PACKAGE}/README.md`, 'utf8');
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
}

/** Runs code in a new Node process, as a file of this package. Resolves to what it prints; rejects when it fails. */
async function run(code: string): Promise<string> {
  const flags = ['--conditions=@algotheque/source', '--input-type=module-typescript'];
  // A child process that finds this variable would send its results to the test runner.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', code], { cwd: PACKAGE, env });
  return stdout;
}

describe('the README', () => {
  it('embeds the domain', async () => {
    const [embedding = ''] = await snippets();
    expect(await run(embedding)).toBe('Euclid 1\nResponses.Algo.Forbidden_create\n');
  });

  it('runs a suite under node:test', async () => {
    const [, suite = ''] = await snippets();
    const report = await run(suite);
    expect(report).toContain('DeletionLog');
    expect(report).toMatch(/^.*pass 10$/m);
    expect(report).toMatch(/^.*skipped 2$/m);
    expect(report).toContain('(left out without cut: a Map can always be reached)');
    expect(report).toMatch(/^.*fail 0$/m);
  });

  it('shows a suite that fails under node:test', async () => {
    const [, suite = ''] = await snippets();
    const broken = suite.replace('if (dates.get(userId) === date) ', '');
    expect(broken).not.toBe(suite);
    await expect(run(broken)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('removes no entry of another date than the one given'),
    });
  });
});
