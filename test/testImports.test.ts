import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** `file → imported file`, for each relative import of tests that leads to another package. */
function foreignImports(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g);
  return [...specifiers]
    .map(([, specifier = '']) => normalize(join(dirname(file), specifier)))
    .filter((imported) => imported.startsWith('packages/') && packageOf(imported) !== packageOf(file))
    .map((imported) => `${file} → ${imported}`);
}

it('a test imports what another package offers to tests from @algotheque/testing, and not by path', () => {
  const files = globSync(['packages/*/test/**/*.ts', 'test/**/*.ts']);
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap(foreignImports).sort()).toEqual([]);
});
