import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyNode } from '../../src/cli/commandLine.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { completionScript } from '../../src/cli/completion/completionScript.ts';
import { command } from '../../src/cli/declaration.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runIn } from './runIn.ts';

const SHELLS = ['bash', 'zsh', 'fish'];

const leaf = (name: string, options = {}) =>
  command({
    name,
    summary: `It's the command ${name}.`,
    options,
    examples: [name],
    exitCodes: { 0: '', 1: '' },
    run: async () => undefined,
  });

/** Every form of a declaration. */
const SAMPLE = [
  leaf('alone'),
  {
    name: 'group',
    summary: 'A group.',
    commands: [leaf('list', { form: { value: 'FORM', meaning: '', choices: ['long', 'short'] } })],
  },
  leaf('reading', { file: { value: 'FILE', meaning: 'A file.' } }),
];

/** What bash offers after these words. */
function offered(words: readonly string[], cwd: string): string[] {
  const program = `${completionScript('bash', SAMPLE)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _algotheque; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const argv = ['--norc', '-c', program, 'bash', 'algotheque', ...words];
  const { status, stdout, stderr } = spawnSync('bash', argv, { cwd, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completion', () => {
  it.each(SHELLS)('for %s names every command and option', async (shell) => {
    const { code, stdout } = await runIn(['completion', shell]);
    expect(code).toBe(0);
    for (const { path } of everyNode(COMMANDS)) expect(stdout).toContain(` ${path.join(' ')}'`);
    expect(stdout).toMatch(shell === 'fish' ? / -l from-files / : /--from-files/);
  });

  it('of bash offers what can come next', async () => {
    const cwd = await scratchFolder();
    expect(offered([''], cwd)).toEqual(['alone', 'group', 'reading', '--help', '--version']);
    expect(offered(['a'], cwd)).toEqual(['alone']);
    expect(offered(['group', ''], cwd)).toEqual(['list', '--help']);
    expect(offered(['group', 'list', '--'], cwd)).toEqual(['--form', '--help']);
    expect(offered(['group', 'list', '--form', ''], cwd)).toEqual(['long', 'short']);
    expect(offered(['group', 'list', '--form', 'long', '--h'], cwd)).toEqual(['--help']);
  });

  it('of bash offers files where a value is one', async () => {
    const cwd = await scratchFolder();
    spawnSync('touch', ['one.txt'], { cwd });
    expect(offered(['reading', '--file', ''], cwd)).toEqual(['one.txt']);
    expect(offered(['alone', 'o'], cwd)).toEqual([]);
  });

  // Where the shell is installed, it reads its script.
  it.each(SHELLS.filter((shell) => spawnSync(shell, ['--version']).status === 0))(
    '%s accepts its script',
    async (shell) => {
      const file = join(await scratchFolder(), 'script');
      await writeFile(file, completionScript(shell, SAMPLE));
      const { status, stderr } = spawnSync(shell, [shell === 'fish' ? '--no-execute' : '-n', file], {
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    },
  );
});
