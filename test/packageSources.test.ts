import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

const packages = globSync('packages/*/package.json', { cwd: root }).map((path) => {
  const { name, exports }: Manifest = JSON.parse(readFileSync(join(root, path), 'utf8'));
  return { name, folder: dirname(path), imports: Object.keys(exports).map((entry) => name + entry.slice(1)) };
});

describe('under vitest', () => {
  it('the list of packages is not empty', () => {
    expect(packages.map(({ name }) => name)).toContain('@algotheque/domain');
  });

  it.each(packages)('$name resolves to the sources in $folder, not to a stale build', ({ folder, imports }) => {
    for (const name of imports)
      expect(import.meta.resolve(name)).toMatch(new RegExp(`/${folder}/(src|testkit|adapterkit)/`));
  });
});
