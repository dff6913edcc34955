import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, unknown>>;
}

const packages = globSync('packages/*/package.json', { cwd: root }).flatMap((path) => {
  const { name, exports, private: isPrivate = false }: Manifest = JSON.parse(readFileSync(join(root, path), 'utf8'));
  const imports = Object.keys(exports).map((entry) => name + entry.slice(1));
  return isPrivate ? [] : [{ name, folder: dirname(path), imports }];
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
