import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, unknown>>;
}

const packages = globSync('packages/*/package.json', { cwd: root }).flatMap((path) => {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, path), 'utf8'));
  const { name, version, dependencies = {}, exports, private: isPrivate = false } = manifest;
  const imports = Object.keys(exports).map((entry) => name + entry.slice(1));
  return isPrivate ? [] : [{ name, version, dependencies, folder: dirname(path), imports }];
});

it('all packages have one version, and need each other in it', () => {
  const names = packages.map(({ name }) => name);
  const needed = packages.flatMap(({ dependencies }) =>
    Object.entries(dependencies).flatMap(([name, version]) => (names.includes(name) ? [version] : [])),
  );
  expect(needed.length).toBeGreaterThan(10);
  expect(new Set([...needed, ...packages.map(({ version }) => version)]).size).toBe(1);
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

const GENERATED = /Made by `npm run docs`|made by `npm run docs`/;
/** Lists of what a package offers, of its use cases, and of its ports and parts: a file that only names others may name many. */
const LISTS = ['index.ts', 'operations.ts', 'ports.ts', 'createContext.ts', 'storePorts.ts', 'migrations.ts'];
const MOST_LINES = 200;
const MOST_IMPORTS = 15;

describe('the sources', () => {
  const sources = globSync('packages/*/{src,generate}/**/*.ts', { cwd: root })
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ path, text }) => !path.includes('/generated/') && !GENERATED.test(text));

  it(`have at most ${MOST_LINES} lines a file`, () => {
    expect(sources.length).toBeGreaterThan(500);
    const long = sources.filter(({ text }) => text.split('\n').length - 1 > MOST_LINES);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it(`have at most ${MOST_IMPORTS} imports a file, but for lists`, () => {
    const importsOf = (text: string) =>
      text.match(/^(?:import|export)\b[^;]*?\bfrom '[^']+';$|^import '[^']+';$/gm) ?? [];
    const many = sources.filter(
      ({ path, text }) => !LISTS.includes(basename(path)) && importsOf(text).length > MOST_IMPORTS,
    );
    expect(many.map(({ path }) => path)).toEqual([]);
  });
});
