import { readFileSync } from 'node:fs';
import { type Lock, placeOf } from './lockTree.ts';

/**
 * Every optional dependency that the lock names but has no entry for. npm 11 and 12 refuse such a lock (EUSAGE). npm 10
 * accepts it, and the author of a lock notices nothing, because npm installs only the package of the author's platform.
 */
export function missingFromLock(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => placeOf(lock, place, name) === null)
      .map(([name, range]) => `${name}@${range}, an optional dependency of ${place || 'the root'}, is not in the lock`),
  );
}

if (import.meta.main) {
  const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const missing = missingFromLock(lock);
  for (const problem of missing) console.error(problem);
  process.exitCode = missing.length === 0 ? 0 : 1;
}
