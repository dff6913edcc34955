import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingFromLock } from '../../scripts/check/lockfile.ts';
import type { Lock, LockEntry } from '../../scripts/check/lockTree.ts';

const lockOf = (packages: Readonly<Record<string, LockEntry>>): Lock => ({ lockfileVersion: 3, packages });

const PLATFORMS = { '@tool/linux-x64': '1.0.0', '@tool/darwin-arm64': '1.0.0' };

describe('the lockfile check', () => {
  it('accepts a lock with every platform', () => {
    const lock = lockOf({
      'node_modules/tool': { version: '1.0.0', optionalDependencies: PLATFORMS },
      'node_modules/@tool/linux-x64': { version: '1.0.0' },
      'node_modules/@tool/darwin-arm64': { version: '1.0.0' },
    });
    expect(missingFromLock(lock)).toEqual([]);
  });

  it('names the platform package that is missing in a lock', () => {
    const lock = lockOf({
      'node_modules/tool': { version: '1.0.0', optionalDependencies: PLATFORMS },
      'node_modules/@tool/linux-x64': { version: '1.0.0' },
    });
    expect(missingFromLock(lock)).toEqual([
      '@tool/darwin-arm64@1.0.0, an optional dependency of node_modules/tool, is not in the lock',
    ]);
  });

  it('finds packages that are nested below the package that needs them, or above it', () => {
    const lock = lockOf({
      'packages/server': { optionalDependencies: { nested: '1.0.0' } },
      'packages/server/node_modules/nested': { optionalDependencies: { above: '1.0.0', beside: '1.0.0' } },
      'packages/server/node_modules/beside': { version: '1.0.0' },
      'node_modules/above': { version: '1.0.0' },
    });
    expect(missingFromLock(lock)).toEqual([]);
  });

  it('does not accept packages below another package', () => {
    const lock = lockOf({
      '': { optionalDependencies: { platform: '1.0.0' } },
      'node_modules/tool/node_modules/platform': { version: '1.0.0' },
    });
    expect(missingFromLock(lock)).toEqual(['platform@1.0.0, an optional dependency of the root, is not in the lock']);
  });

  it('fails on the lock of this repository with any platform package taken out', () => {
    const lock: Lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'));
    expect(missingFromLock(lock)).toEqual([]);
    const { 'node_modules/@biomejs/cli-win32-arm64': taken, ...packages } = lock.packages;
    expect(taken).toBeDefined();
    expect(missingFromLock({ ...lock, packages })).toHaveLength(1);
  });
});
