import { readFileSync } from 'node:fs';
import { type Lock, placeOf } from './lockTree.ts';

/**
 * Every optional dependency that the lock names and does not have. npm 11 and 12 refuse such a lock (EUSAGE); npm
 * 10 does not notice, and the author of the lock has only the package of their own platform.
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
