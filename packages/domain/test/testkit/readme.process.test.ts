import { describe, expect, it } from 'vitest';
import { runReadme } from '../../../../test/support/runReadme.ts';

const PACKAGE = new URL('../..', import.meta.url);

describe('the README', () => {
  it('embeds the domain', async () => {
    expect(await runReadme(PACKAGE)).toBe('Euclid 1\nResponses.Algo.Forbidden_create\n');
  });

  it('runs a suite under node:test', async () => {
    const report = await runReadme(PACKAGE, {}, 1);
    expect(report).toContain('DeletionLog');
    expect(report).toMatch(/^.*pass 10$/m);
    expect(report).toMatch(/^.*skipped 2$/m);
    expect(report).toContain('(left out without cut: a Map can always be reached)');
    expect(report).toMatch(/^.*fail 0$/m);
  });

  it('shows a suite that fails under node:test', async () => {
    const broken = runReadme(PACKAGE, { 'if (dates.get(userId) === date) ': '' }, 1);
    await expect(broken).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('removes no entry of another date than the one given'),
    });
  });
});
