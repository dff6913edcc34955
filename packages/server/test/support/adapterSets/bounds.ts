import { type Bounds, DEFAULT_BOUNDS } from '@algotheque/domain';

/** Bounds that cannot be 0: without a try or a record nothing would be done. */
const AT_LEAST_ONE: ReadonlySet<keyof Bounds> = new Set(['commitTries', 'batch']);

/** Every bound of the service as 0, or the least that it can be, as 1 and as 2: what happens at a bound happens all the time then. */
export const LOWERED: readonly Bounds[] = [0, 1, 2].map((value) => {
  const names = Object.keys(DEFAULT_BOUNDS) as readonly (keyof Bounds)[]; // its own keys
  const low = names.map((name) => [name, AT_LEAST_ONE.has(name) ? Math.max(1, value) : value]);
  return Object.fromEntries(low) as Record<keyof Bounds, number>; // of all names
});
