import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';

/** The part of a package.json, or of an entry of package-lock.json, that names versions. */
interface Versioned {
  readonly name?: string;
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface Lock extends Versioned {
  packages: Record<string, Versioned & { resolved?: string; link?: boolean }>;
}

const read = <T>(root: string, path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')); // the caller knows the file

const write = (root: string, path: string, content: unknown): void =>
  writeFileSync(join(root, path), `${JSON.stringify(content, null, 2)}\n`);

/** The folders of all packages: those that package-lock.json links. */
export const packageFolders = (root: string): string[] =>
  Object.values(read<Lock>(root, 'package-lock.json').packages).flatMap(({ link, resolved }) =>
    link === true && resolved !== undefined ? [resolved] : [],
  );

/** The version that all packages have. @throws Refusal if they differ */
export function presentVersion(root: string): string {
  const versions = ['.', ...packageFolders(root)].map(
    (folder) => read<Versioned>(root, `${folder}/package.json`).version,
  );
  const [version, ...others] = new Set(versions);
  if (version === undefined || others.length > 0)
    throw new Refusal(`The packages have several versions: ${[...new Set(versions)].join(', ')}`);
  return version;
}

/** Gives all packages this version, also where one depends on another, and in package-lock.json. */
export function setVersions(root: string, version: string): void {
  const folders = packageFolders(root);
  const names = folders.map((folder) => read<Versioned>(root, `${folder}/package.json`).name ?? '');
  const set = (versioned: Versioned): void => {
    versioned.version = version;
    for (const field of ['dependencies', 'devDependencies', 'peerDependencies'] as const) {
      for (const name of Object.keys(versioned[field] ?? {})) {
        if (names.includes(name)) versioned[field] = { ...versioned[field], [name]: version };
      }
    }
  };
  for (const folder of ['.', ...folders]) {
    const manifest = read<Versioned>(root, `${folder}/package.json`);
    set(manifest);
    write(root, `${folder}/package.json`, manifest);
  }
  const lock = read<Lock>(root, 'package-lock.json');
  lock.version = version;
  for (const place of ['', ...folders]) {
    const entry = lock.packages[place];
    if (entry !== undefined) set(entry);
  }
  write(root, 'package-lock.json', lock);
}
