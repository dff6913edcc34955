import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const CLAIM =
  /POST of an algorithm or of a user runs\s+functions of at most (\d+) files in (\d+) folders of (\d+) packages/;

it('a POST of an algorithm or of a user passes at most as many files, folders and packages as docs/architecture.md says', () => {
  const claimed =
    CLAIM.exec(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))
      ?.slice(1)
      .map(Number) ?? [];
  expect(claimed).toHaveLength(3);
  const program = ['--conditions=@algotheque/source', join(root, 'test/filesOfRequest.ts')];
  const printed = execFileSync(join(root, 'node_modules/.bin/node'), program, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { files, folders, packages }: Record<string, number> = JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '');
  expect(files).toBeGreaterThan(40);
  for (const [at, count] of [files, folders, packages].entries()) expect(count).toBeLessThanOrEqual(claimed[at] ?? 0);
});
