import { execFileSync } from 'node:child_process';

/** Runs npm in `cwd` and returns its output. Its warnings are in the message of the error if it fails. */
export function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
