import { execFileSync } from 'node:child_process';

/** Runs npm in `cwd` and gives what it prints. What it warns of is seen when it fails, in the message of the error. */
export function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
