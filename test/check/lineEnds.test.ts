import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../support/scratchFolder.ts';

/** How git writes the ends of lines of these files into a clone, on each system. */
function endsOf(...paths: readonly string[]): readonly string[] {
  const root = scratchFolder();
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  writeFileSync(join(root, '.gitattributes'), readFileSync(new URL('../../.gitattributes', import.meta.url)));
  return paths.map((path) => git('check-attr', 'text', 'eol', '--', path));
}

it('a clone has LF in every text file, also on Windows', () => {
  for (const ends of endsOf('a.ts', 'bin/a.js', 'docs/a.md', 'a.sh', 'a.json', 'Dockerfile', 'a.snap', '.env.example'))
    expect(ends).toMatch(/: text: (?:auto|set)\n.*: eol: lf/);
});

it('a clone has the bytes of a picture or a ZIP as they are', () => {
  for (const ends of endsOf('a.png', 'test/a.zip')) expect(ends).toMatch(/: text: unset\n/);
});
