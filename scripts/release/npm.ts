import { spawnSync } from 'node:child_process';

/** The output of npm. @throws Error with all that it said if it fails */
export function npm(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
