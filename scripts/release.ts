/**
 * Makes a release of all packages with one version from the last commit:
 *
 *     npm run release -- [X.Y.Z|major|minor|patch]
 *
 * Without a version it is the next minor one. Tarballs, bill of materials and a patch with the changes of the sources are in
 * `.reports/release` then, and the sources are as before. It publishes nothing: the workflow "Release" does.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages } from './publicPackages.ts';

const ROOT = process.cwd();
const TARGET = join(ROOT, '.reports/release');
const BIN = join(import.meta.dirname, '../node_modules/.bin');
const UNRELEASED = '## [Unreleased]\n';

/** The output of a program. @throws Error with all that it said if it fails */
function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout.trim();
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(join(ROOT, path), change(readFileSync(join(ROOT, path), 'utf8')));
}

/** npm knows what a version is, and which is the next one. It does not know that our packages need each other in one version. */
function setVersion(asked: string): string {
  const version = run('npm', 'version', asked, '--no-git-tag-version', '--no-workspaces-update').slice(1);
  if (run('git', 'tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} exists.`);
  for (const manifest of globSync('{,packages/*/}package.json', { cwd: ROOT }))
    edit(manifest, (text) =>
      text.replaceAll(/("(?:version|algotheque|@algotheque\/[\w-]+)": ?)"[\d.]+"/g, `$1"${version}"`),
    );
  run('npm', 'install', '--package-lock-only', '--offline', '--ignore-scripts');
  return version;
}

/** "Unreleased" becomes the part of the version. */
function releaseChangelog(text: string, version: string): string {
  const [before = '', after = ''] = text.split(UNRELEASED);
  if (!/^[-*] /m.test(after.split(/^## /m)[0] ?? '')) throw new Error('CHANGELOG.md names no unreleased change.');
  return `${before}${UNRELEASED}\n## [${version}] - ${new Date().toISOString().slice(0, 10)}\n${after}`;
}

function make(asked: string): string {
  const version = setVersion(asked);
  edit('CHANGELOG.md', (text) => releaseChangelog(text, version));
  run('npm', 'run', 'docs', '--if-present');
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  run('npm', 'pack', ...publicPackages(ROOT), '--pack-destination', TARGET);
  for (const tarball of globSync(join(TARGET, '*.tgz'))) {
    run(join(BIN, 'publint'), tarball, '--strict');
    run(
      join(BIN, 'attw'),
      tarball,
      '--profile',
      'esm-only',
      '--no-definitely-typed',
      '--format',
      'ascii',
      '--no-color',
    );
  }
  const sbom = run(
    'npm',
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--omit=dev',
    '--package-lock-only',
  );
  writeFileSync(join(TARGET, `algotheque-${version}.cdx.json`), sbom);
  writeFileSync(join(TARGET, 'VERSION'), version);
  run('git', 'diff', '--binary', '--output', join(TARGET, 'release.patch'));
  return version;
}

try {
  if (run('git', 'status', '--porcelain') !== '') throw new Error('Commit first: something is changed or new.');
  try {
    console.log(`${make(process.argv[2] ?? 'minor')} is ready in .reports/release. Nothing is published.`);
  } finally {
    run('git', 'restore', '.');
  }
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
