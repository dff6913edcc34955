import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages } from '../publicPackages.ts';
import type { Lock, LockEntry } from './lockTree.ts';
import { npm } from './npm.ts';

interface Manifest extends LockEntry {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** A package of this repository, as `npm pack` has made it. */
export interface Packed {
  /** Its folder below the root, and its place in the lock: `packages/domain`. */
  readonly place: string;
  readonly manifest: Manifest;
  /** Absolute path. */
  readonly tarball: string;
  readonly integrity: string;
}

/** Packs every published package below `root` into `folder`. */
export function packWorkspaces(root: string, lock: Lock, folder: string): Packed[] {
  const answer = npm(root, 'pack', ...publicPackages(root), '--json', '--ignore-scripts', '--pack-destination', folder);
  // npm 10 and 11 answer with a list, npm 12 with an object by package name.
  const tarballs: { name: string; filename: string; integrity: string }[] = Object.values(JSON.parse(answer));
  return tarballs.map(({ name, filename, integrity }) => {
    const place = lock.packages[`node_modules/${name}`]?.resolved;
    if (place === undefined) throw new Error(`${name} is not linked in package-lock.json`);
    const manifest: Manifest = JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'));
    return { place, manifest, tarball: join(folder, filename), integrity };
  });
}

/** What a consumer can import: `@algotheque/domain`, `@algotheque/domain/texts`, … */
export function importsOf({ manifest }: Packed): string[] {
  return Object.keys(manifest.exports).map((path) => manifest.name + path.slice(1));
}
