import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { releasedChangelog } from '../../scripts/release/changelog.ts';
import { readCommand } from '../../scripts/release/command.ts';
import { tarballProblems } from '../../scripts/release/inspect.ts';
import { readMade } from '../../scripts/release/made.ts';
import { Refusal } from '../../scripts/release/refusal.ts';
import { git, requireReady, requireWorkflow } from '../../scripts/release/repository.ts';
import { presentVersion, setVersions } from '../../scripts/release/versions.ts';
import { ScratchRepository } from './scratchRepository.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/release.ts');
const PUBLISH = join(import.meta.dirname, '../../scripts/publish.ts');

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return `${error.exitCode}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('the command line of a release', () => {
  it.each([
    [[], '1.3.0'],
    [['major'], '2.0.0'],
    [['minor'], '1.3.0'],
    [['patch'], '1.2.10'],
    [['1.10.0'], '1.10.0'],
  ])('%j after 1.2.9 is %s', (args, version) => {
    expect(readCommand(args, '1.2.9')).toBe(version);
  });

  it.each([
    [['next'], '2: next is no version: '],
    [['1.3'], '2: 1.3 is no version: '],
    [['v1.3.0'], '2: v1.3.0 is no version: '],
    [['1.2.9'], '2: 1.2.9 is not greater than 1.2.9.'],
    [['1.2.8'], '2: 1.2.8 is not greater than 1.2.9.'],
    [['0.9.10'], '2: 0.9.10 is not greater than 1.2.9.'],
    [['minor', 'patch'], '2: One version at most: '],
    [['--dry'], `2: Unknown option '--dry': `],
  ])('%j is refused in one line', (args, said) => {
    const refusal = refusalOf(() => readCommand(args, '1.2.9'));
    expect(refusal).toContain(said);
    expect(refusal).not.toContain('\n');
  });
});

describe('a repository', () => {
  it('is ready when all is committed and the version has no tag', () => {
    const { root } = new ScratchRepository();
    expect(refusalOf(() => requireReady(root, '0.2.0'))).toBe('accepted');
  });

  it('is refused when something is not committed', () => {
    const repository = new ScratchRepository();
    repository.write('packages/base/new.ts', '');
    repository.write('CHANGELOG.md', '');
    expect(refusalOf(() => requireReady(repository.root, '0.2.0'))).toBe(
      '1: Commit first: 2 paths are changed or new.',
    );
  });

  it('is refused when the version has a tag', () => {
    const { root } = new ScratchRepository();
    git(root, 'tag', 'v0.2.0');
    expect(refusalOf(() => requireReady(root, '0.2.0'))).toBe('1: The tag v0.2.0 exists.');
    expect(refusalOf(() => requireReady(root, '0.2.1'))).toBe('accepted');
  });

  it('is refused when its packages have several versions', () => {
    const repository = new ScratchRepository();
    repository.write('package.json', { version: '0.1.1' });
    expect(refusalOf(() => presentVersion(repository.root))).toBe(
      '1: The packages have several versions: 0.1.1, 0.1.0',
    );
  });

  it('gets one version everywhere, and versions of others stay', () => {
    const repository = new ScratchRepository();
    repository.addUser();
    setVersions(repository.root, '0.2.0');
    expect(presentVersion(repository.root)).toBe('0.2.0');
    const dependencies = { '@scope/base': '0.2.0', other: '0.1.0' };
    expect(JSON.parse(repository.read('packages/user/package.json'))).toMatchObject({ version: '0.2.0', dependencies });
    const { version, packages } = JSON.parse(repository.read('package-lock.json'));
    expect([version, packages[''].version, packages['packages/base'].version]).toEqual(['0.2.0', '0.2.0', '0.2.0']);
    expect(packages['packages/user']).toMatchObject({ version: '0.2.0', dependencies });
  });
});

describe('the changelog', () => {
  it('names the version and the day above what was unreleased', () => {
    const before = '# Changelog\n\n## [Unreleased]\n\n- A thing.\n\n## [0.1.0]\n';
    const after = '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-22\n\n- A thing.\n\n## [0.1.0]\n';
    expect(releasedChangelog(before, '0.2.0', '2026-11-22')).toBe(after);
  });

  it.each(['# Changelog\n', '## [Unreleased]\n', '## [Unreleased]\n\n### Added\n\n## [0.1.0]\n\n- A thing.\n'])(
    'is refused without an unreleased change: %j',
    (text) => {
      expect(refusalOf(() => releasedChangelog(text, '0.2.0', '2026-11-22'))).toMatch(/^1: CHANGELOG\.md /);
    },
  );
});

it.each([
  ['on a machine of somebody', {}, false],
  [
    'in another workflow',
    { GITHUB_ACTIONS: 'true', GITHUB_WORKFLOW_REF: 'a/b/.github/workflows/ci.yml@refs/heads/main' },
    false,
  ],
  [
    'in the workflow',
    { GITHUB_ACTIONS: 'true', GITHUB_WORKFLOW_REF: 'a/b/.github/workflows/release.yml@refs/heads/main' },
    true,
  ],
])('%s, publishing is accepted: %o %s', (_where, env, accepted) => {
  expect(refusalOf(() => requireWorkflow(env)) === 'accepted').toBe(accepted);
});

describe('npm run release', () => {
  const run = (root: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [SCRIPT, ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GITHUB_ACTIONS: '' },
    });

  it('refuses in one line, with its exit code', () => {
    const { root } = new ScratchRepository();
    const { status, stdout, stderr } = run(root, '0.0.1');
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: '0.0.1 is not greater than 0.1.0.\n' });
  });

  it('is published by the workflow only', () => {
    const { root } = new ScratchRepository();
    const env = { ...process.env, GITHUB_ACTIONS: '' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [PUBLISH], { cwd: root, encoding: 'utf8', env });
    const line = 'Only the workflow "Release" publishes. Here: npm run release\n';
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: line });
  });

  it('makes tarballs and a bill of materials, and changes nothing', () => {
    const repository = new ScratchRepository();
    const { status, stdout, stderr } = run(repository.root, '0.2.0');
    expect(`${stdout}${stderr}`).toContain('0.2.0 is ready in .reports/release. Nothing is published.');
    expect(status).toBe(0);
    expect(readdirSync(join(repository.root, '.reports/release'))).toEqual([
      'algotheque-0.2.0.cdx.json',
      'release.json',
      'release.patch',
      'scope-base-0.2.0.tgz',
    ]);
    expect(readMade(join(repository.root, '.reports/release'))).toEqual({
      version: '0.2.0',
      packages: [{ name: '@scope/base', tarball: 'scope-base-0.2.0.tgz' }],
      sbom: 'algotheque-0.2.0.cdx.json',
    });
    const { bomFormat, metadata, components } = JSON.parse(
      repository.read('.reports/release/algotheque-0.2.0.cdx.json'),
    );
    expect([bomFormat, metadata.component.name, metadata.component.version]).toEqual([
      'CycloneDX',
      'algotheque',
      '0.2.0',
    ]);
    expect([components[0].name, components[0].version]).toEqual(['base', '0.2.0']);
    expect(git(repository.root, 'status', '--porcelain')).toBe('');
    git(repository.root, 'apply', '.reports/release/release.patch');
    expect(JSON.parse(repository.read('packages/base/package.json')).version).toBe('0.2.0');
    expect(repository.read('CHANGELOG.md')).toContain('## [0.2.0]');
  }, 60_000);
});

describe('the inspection of a tarball', () => {
  const types = (path: string) => ({ exports: { '.': { types: path, default: './dist/index.js' } } });

  it.each([
    ['publint', types('./dist/absent.d.ts'), 'absent.d.ts'],
    ['"Are the types wrong?"', types('./dist/index.d.cts'), 'Masquerading as CJS'],
  ])('names what %s finds', async (_tool, change, found) => {
    const repository = new ScratchRepository();
    repository.write('package/package.json', {
      ...JSON.parse(repository.read('packages/base/package.json')),
      ...change,
    });
    repository.write('package/dist/index.js', 'export const answer = 42;\n');
    repository.write('package/dist/index.d.cts', 'export declare const answer: number;\n');
    const tarball = join(repository.root, 'base.tgz');
    spawnSync('tar', ['--create', '--gzip', '--file', tarball, 'package'], { cwd: repository.root });
    expect((await tarballProblems(tarball)).join('\n')).toContain(found);
  });
});
