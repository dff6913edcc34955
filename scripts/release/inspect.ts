import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const ATTW = join(import.meta.dirname, '../../node_modules/.bin/attw');

/** What publint and "Are the types wrong?" find in a packed package. */
export async function tarballProblems(tarball: string): Promise<string[]> {
  return [...(await manifestProblems(tarball)), ...typeProblems(tarball)];
}

async function manifestProblems(tarball: string): Promise<string[]> {
  const bytes = new Uint8Array(readFileSync(tarball)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball: bytes }, level: 'warning', strict: true });
  return messages.map(
    (message) => `${basename(tarball)}: ${formatMessage(message, pkg, { color: false }) ?? message.code}`,
  );
}

/** The packages are ES modules, which CommonJS can load too, in the versions of Node that they need. */
function typeProblems(tarball: string): string[] {
  const options = ['--profile', 'esm-only', '--no-definitely-typed', '--format', 'ascii', '--no-color', '--no-emoji'];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [ATTW, tarball, ...options], {
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  return status === 0 ? [] : [`${basename(tarball)}: ${stdout}${stderr}`];
}
