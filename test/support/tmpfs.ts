import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: 'ignore' });
};

/** Whether this process may mount a filesystem. */
export function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'adapters-fs-mount-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', dir);
    run('umount', dir);
    return true;
  } catch {
    return false; // the answer is the exit status
  } finally {
    rmdirSync(dir);
  }
}

/** A disk of this size, unmounted after the test. */
export async function mountTmpfs(scratch: string, size: string): Promise<string> {
  const dir = join(scratch, 'disk');
  mkdirSync(dir);
  run('mount', '-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', dir);
  onTestFinished(() => run('umount', '-l', dir)); // at once, even if a process of a failed test still uses it
  return dir;
}

export function remountReadOnly(dir: string): void {
  run('mount', '-o', 'remount,ro', dir);
}
