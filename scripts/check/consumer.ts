import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closureOf, type Lock, type LockEntry } from './lockTree.ts';
import { npm } from './npm.ts';
import type { Packed } from './packed.ts';

/** The packages that a consumer in TypeScript on Node needs beside ours. */
const TYPES = '@types/node';

/**
 * Installs the packages by `npm ci` into a new project at `folder`. Third-party packages have the versions of the
 * repository's lock, because the check is about our packages, not about newer versions of others.
 */
export function installAsConsumer(folder: string, lock: Lock, packed: readonly Packed[]): void {
  const self = {
    type: 'module',
    dependencies: Object.fromEntries(packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`])),
    devDependencies: { [TYPES]: lock.packages[`node_modules/${TYPES}`]?.version ?? '*' },
  };
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(self));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(consumerLock(lock, self, packed)));
  npm(folder, 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
}

/** The part of the lock that the packages need, with their tarballs in place of the links to their folders. */
function consumerLock(lock: Lock, self: LockEntry, packed: readonly Packed[]): Lock {
  const ours = new Map(packed.map((one) => [one.place, one]));
  const packages: Record<string, LockEntry> = { '': self };
  for (const place of closureOf(lock, [...ours.keys(), `node_modules/${TYPES}`])) {
    const entry = lock.packages[place];
    if (entry !== undefined && entry.link !== true) {
      packages[placeInProject(place, ours)] = entryOf(ours.get(place)) ?? entry;
    }
  }
  return { ...lock, packages };
}

function entryOf(packed: Packed | undefined): LockEntry | null {
  if (packed === undefined) return null;
  const { version, dependencies = {}, bin = {} } = packed.manifest;
  return { version, dependencies, bin, integrity: packed.integrity, resolved: `file:${packed.tarball}` };
}

function placeInProject(place: string, ours: ReadonlyMap<string, Packed>): string {
  const [group = '', folder = '', ...rest] = place.split('/');
  const owner = ours.get(`${group}/${folder}`);
  return owner === undefined ? place : ['node_modules', owner.manifest.name, ...rest].join('/');
}
