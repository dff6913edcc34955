import { describe, expect, it } from 'vitest';
import { runChains, type Step } from '../../scripts/check/runChains.ts';

const step = (name: string, program: string): Step => ({ name, command: [process.execPath, '-e', program] });

const passing = (name: string): Step => step(name, '');
const failing = (name: string): Step => step(name, `console.error('what is wrong in ${name}'); process.exit(3)`);

async function report(...chains: Step[][]): Promise<{ passed: boolean; lines: string[] }> {
  const lines: string[] = [];
  const passed = await runChains(chains, { root: process.cwd(), atOnce: 2, print: (line) => lines.push(line) });
  return { passed, lines };
}

const startingWith = (lines: readonly string[], start: string): string[] =>
  lines.filter((line) => line.startsWith(start));

describe('the steps of the check', () => {
  it('pass when each passes, with a line and a time for each', async () => {
    const { passed, lines } = await report([passing('one'), passing('two')], [passing('three')]);
    expect(passed).toBe(true);
    expect(lines.map((line) => line.replace(/ +[\d.]+ s$/, '')).toSorted()).toEqual([
      'passed one',
      'passed three',
      'passed two',
    ]);
  });

  it('fail when one fails, show its output, and run the others', async () => {
    const { passed, lines } = await report([failing('one')], [passing('two')], [passing('three')]);
    expect(passed).toBe(false);
    expect(startingWith(lines, 'FAILED one')).toHaveLength(1);
    expect(lines).toContain('what is wrong in one');
    expect(startingWith(lines, 'passed')).toHaveLength(2);
  });

  it('do not run steps that need a failed one', async () => {
    const { passed, lines } = await report([failing('one'), passing('two')]);
    expect(passed).toBe(false);
    expect(startingWith(lines, 'FAILED two')).toEqual(['FAILED two          not run: it needs one']);
    expect(startingWith(lines, 'passed')).toEqual([]);
  });

  it('fail when a step is killed', async () => {
    const { passed, lines } = await report([step('one', `process.kill(process.pid, 'SIGKILL')`)]);
    expect(passed).toBe(false);
    expect(lines).toContain('ended with null and no output');
  });

  it('fail when a program is not there', async () => {
    await expect(report([{ name: 'one', command: ['/no/such/program'] }])).rejects.toThrow('ENOENT');
  });
});
