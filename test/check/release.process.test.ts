import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../support/scratchFolder.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/release.ts');

const manifestOf = (name: string, more: object) => ({
  name: `@algotheque/${name}`,
  version: '0.1.0',
  type: 'module',
  license: 'MIT',
  files: ['dist'],
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  ...more,
});
const BASE = manifestOf('base', {});
const USER = manifestOf('user', { private: true, dependencies: { '@algotheque/base': '0.1.0', other: '0.1.0' } });
const ROOT = {
  name: 'scratch',
  version: '0.1.0',
  private: true,
  workspaces: ['packages/*'],
  devDependencies: { '@algotheque/base': '0.1.0' },
};
const LOCK = {
  name: 'scratch',
  version: '0.1.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': ROOT,
    'node_modules/@algotheque/base': { resolved: 'packages/base', link: true },
    'node_modules/@algotheque/user': { resolved: 'packages/user', link: true },
    'node_modules/other': { version: '0.1.0' },
    'packages/base': BASE,
    'packages/user': USER,
  },
};
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n\n- The first.\n';

/** A repository of two packages with one commit. Removed after the test. */
function repository(changelog = CHANGELOG, base: object = BASE) {
  const root = scratchFolder();
  const write = (path: string, content: unknown): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  };
  write('package.json', ROOT);
  write('package-lock.json', LOCK);
  write('packages/base/package.json', base);
  write('packages/user/package.json', USER);
  write('packages/base/dist/index.js', 'export const answer = 42;\n');
  write('packages/base/dist/index.d.ts', 'export declare const answer: number;\n');
  write('packages/base/dist/index.d.cts', 'export declare const answer: number;\n');
  write('CHANGELOG.md', changelog);
  write('.gitignore', '/.reports/\n');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '--message', 'All');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const release = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { cwd: root, encoding: 'utf8' });
    return { status, said: `${stdout}${stderr}`, changed: git('status', '--porcelain') };
  };
  return { root, write, read, git, release };
}

it('a release has tarballs, a bill of materials and a patch that gives all packages one version, and changes nothing', () => {
  const { root, read, git, release } = repository();
  const { status, said, changed } = release();
  expect({ said, status, changed }).toEqual({
    said: '0.2.0 is ready in .reports/release. Nothing is published.\n',
    status: 0,
    changed: '',
  });
  expect(readdirSync(join(root, '.reports/release'))).toEqual([
    'VERSION',
    'algotheque-0.2.0.cdx.json',
    'algotheque-base-0.2.0.tgz',
    'release.patch',
  ]);
  expect(JSON.parse(read('.reports/release/algotheque-0.2.0.cdx.json'))).toMatchObject({ bomFormat: 'CycloneDX' });
  git('apply', '.reports/release/release.patch');
  const dependencies = { '@algotheque/base': '0.2.0', other: '0.1.0' };
  expect(JSON.parse(read('packages/user/package.json'))).toMatchObject({ version: '0.2.0', dependencies });
  expect(JSON.parse(read('package.json'))).toMatchObject({
    version: '0.2.0',
    devDependencies: { '@algotheque/base': '0.2.0' },
  });
  const { version, packages } = JSON.parse(read('package-lock.json'));
  expect([version, packages[''].version, packages['packages/base'].version]).toEqual(['0.2.0', '0.2.0', '0.2.0']);
  expect(packages['packages/user']).toMatchObject({ version: '0.2.0', dependencies });
  expect(packages['node_modules/other'].version).toBe('0.1.0');
  expect(read('CHANGELOG.md')).toMatch(
    /## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n- A thing\.\n\n## \[0\.1\.0\]/,
  );
});

it('a release is refused with changes that are not committed, or a version that is none, is the present one or has a tag', () => {
  const { write, git, release } = repository();
  git('tag', 'v0.3.0');
  const refusals = ['next', '0.1.0', '0.3.0'].map((version) => release(version));
  expect(refusals.map(({ status, changed }) => ({ status, changed }))).toEqual(
    Array.from({ length: 3 }, () => ({ status: 1, changed: '' })),
  );
  expect(refusals[2]?.said).toContain('The tag v0.3.0 exists.');
  write('new.ts', '');
  expect(release()).toMatchObject({ status: 1, said: 'Commit first: something is changed or new.\n' });
});

const types = (path: string) => ({ ...BASE, exports: { '.': { types: path, default: './dist/index.js' } } });

it.each([
  ['no unreleased change', '## [Unreleased]\n\n### Added\n\n## [0.1.0]\n\n- A thing.\n', BASE, 'no unreleased change'],
  ['what publint finds', CHANGELOG, types('./dist/absent.d.ts'), 'absent.d.ts'],
  ['what "Are the types wrong?" finds', CHANGELOG, types('./dist/index.d.cts'), 'Masquerading as CJS'],
])('a release is refused for %s', (_what, changelog, base, said) => {
  expect(repository(changelog, base).release()).toMatchObject({
    status: 1,
    said: expect.stringContaining(said),
    changed: '',
  });
});
