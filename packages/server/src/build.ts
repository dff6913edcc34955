import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'), // it is our own
);

export const { version } = manifest;

/**
 * The version with the commit of this build: `0.1.0+1a2b3c4d5e6f`. Compiled files have it beside them, from `scripts/build.ts`; sources
 * have that of their clone. If no commit is known, the version alone.
 */
export function build(): string {
  const here = import.meta.dirname;
  // An installed package lies in the project of somebody else, whose commit is not ours.
  const commit =
    basename(here) === 'src' ? clonedCommit(join(here, '../../..')) : commitIn(textOf(join(here, 'commit.txt')));
  return commit === null ? version : `${version}+${commit.slice(0, 12)}`;
}

/** The commit of a clone whose sources run. It is read from files, because a start must not need git; in a worktree it is not found. */
export function clonedCommit(root: string): string | null {
  const head = textOf(join(root, '.git/HEAD'));
  const ref = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  if (ref === undefined) return commitIn(head);
  const packed = textOf(join(root, '.git/packed-refs')).split('\n');
  return commitIn(textOf(join(root, '.git', ref))) ?? commitIn(packed.find((line) => line.endsWith(` ${ref}`)) ?? '');
}

const commitIn = (text: string): string | null => /^[\da-f]{40}\b/.exec(text)?.[0] ?? null;

/** Without the line end; empty if the file cannot be read, because nobody needs the commit to work. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
