/** The entry of one place in package-lock.json (version 3). */
export interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  /** Whether it is a link in node_modules to a workspace; `resolved` is the folder of the workspace. */
  readonly link?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** package-lock.json, by place: `''` is the root, `packages/x` a workspace, `node_modules/a/node_modules/b` a package. */
export interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockEntry>>;
}

/** The place that `name` resolves to for the package at `from`, as Node looks it up; null if the lock does not have it. */
function placeOf(lock: Lock, from: string, name: string): string | null {
  const places = foldersUpwards(from).map((folder) => `${folder}node_modules/${name}`);
  return places.find((place) => Object.hasOwn(lock.packages, place)) ?? null;
}

/** For `a/b`: `a/b/`, `a/` and the empty string. Folders called node_modules are left out. */
function foldersUpwards(place: string): string[] {
  const parts = place.split('/').filter((part) => part !== '');
  const folders = parts.map((_, index) => parts.slice(0, parts.length - index));
  return [...folders.filter((folder) => folder.at(-1) !== 'node_modules').map((folder) => `${folder.join('/')}/`), ''];
}

/** The places of `starts` and of everything that they need at run time, directly or indirectly. Peers count if they are installed. */
export function closureOf(lock: Lock, starts: readonly string[]): Set<string> {
  const found = new Set(starts);
  for (const place of found) {
    const { link, resolved, dependencies, optionalDependencies, peerDependencies } = lock.packages[place] ?? {};
    if (link === true && resolved !== undefined) found.add(resolved);
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    for (const needed of names.map((name) => placeOf(lock, place, name))) if (needed !== null) found.add(needed);
  }
  return found;
}
