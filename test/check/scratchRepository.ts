import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { git } from '../../scripts/release/repository.ts';

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n\n- The first.\n';

const BASE = {
  name: '@scope/base',
  version: '0.1.0',
  type: 'module',
  license: 'MIT',
  files: ['dist', 'README.md'],
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
};
const USER = {
  name: '@scope/user',
  version: '0.1.0',
  private: true,
  dependencies: { '@scope/base': '0.1.0', other: '0.1.0' },
};

const lock = {
  name: 'scratch',
  version: '0.1.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { name: 'scratch', version: '0.1.0', workspaces: ['packages/*'] },
    'node_modules/@scope/base': { resolved: 'packages/base', link: true },
    'packages/base': BASE,
  },
};

/** A repository of one package with one commit. Removed after the test. */
export class ScratchRepository {
  readonly root = mkdtempSync(join(tmpdir(), 'algotheque-repository-'));

  constructor() {
    onTestFinished(() => rmSync(this.root, { recursive: true }));
    const own = { name: 'scratch', version: '0.1.0', private: true, workspaces: ['packages/*'] };
    this.write('package.json', own);
    this.write('package-lock.json', lock);
    this.write('packages/base/package.json', BASE);
    this.write('packages/base/README.md', '# Base\n');
    this.write('packages/base/dist/index.js', 'export const answer = 42;\n');
    this.write('packages/base/dist/index.d.ts', 'export declare const answer: number;\n');
    this.write('CHANGELOG.md', CHANGELOG);
    this.write('.gitignore', '/.reports/\n');
    git(this.root, 'init', '--quiet', '--initial-branch', 'main');
    this.commit();
  }

  /** A second package, which needs the first one. */
  addUser(): void {
    this.write('packages/user/package.json', USER);
    const packages = {
      ...lock.packages,
      'node_modules/@scope/user': { resolved: 'packages/user', link: true },
      'packages/user': USER,
    };
    this.write('package-lock.json', { ...lock, packages });
  }

  write(path: string, content: unknown): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  commit(): void {
    git(this.root, 'add', '--all');
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
    git(this.root, ...author, 'commit', '--quiet', '--message', 'All');
  }
}
