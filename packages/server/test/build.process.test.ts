import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { clonedCommit, version } from '../src/build.ts';
import { runIn } from './cli/runIn.ts';

const ID = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', [...ID, ...args], { cwd, encoding: 'utf8' }).trim();

async function clone(): Promise<string> {
  const dir = scratchFolder();
  git(dir, 'init', '--quiet', '--initial-branch', 'main');
  git(dir, 'commit', '--quiet', '--allow-empty', '--message', 'First');
  return dir;
}

it('--version says the commit of a clone', async () => {
  const { stdout } = await runIn(['--version']);
  const commit = clonedCommit(join(import.meta.dirname, '../../..'));
  expect(stdout).toBe(commit === null ? `${version}\n` : `${version}+${commit.slice(0, 12)}\n`);
});

it('the commit of a clone is that of its branch, also after its references were packed and detached', async () => {
  const dir = await clone();
  const first = git(dir, 'rev-parse', 'HEAD');
  expect(clonedCommit(dir)).toBe(first);
  git(dir, 'pack-refs', '--all');
  expect(clonedCommit(dir)).toBe(first);
  git(dir, 'checkout', '--quiet', '--detach');
  expect(clonedCommit(dir)).toBe(first);
});

it('no clone has no commit, and neither has one that is damaged', async () => {
  const dir = scratchFolder();
  expect(clonedCommit(dir)).toBeNull();
  await writeFile(join(dir, '.git'), 'gitdir: /nowhere\n');
  expect(clonedCommit(dir)).toBeNull();
});
