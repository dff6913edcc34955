import { MONGO_BOUNDS } from '@algotheque/adapters-mongo';
import { SQLITE_BOUNDS } from '@algotheque/adapters-sqlite';
import { type Bound, type BoundTable, completeBounds, SERVICE_BOUNDS } from '@algotheque/domain';

function lowered<Name extends string>(table: BoundTable<Name>, value: number): Readonly<Record<Name, number>> {
  const bounds: Readonly<Record<string, Bound>> = table;
  const low = Object.entries(bounds).map(([name, { least }]) => [name, Math.max(least, value)]);
  return Object.fromEntries(low) as Record<Name, number>; // the table has every name
}

/** The bounds of the service and of its stores. */
export type StoreBounds = typeof DEFAULTS;

const DEFAULTS = {
  service: completeBounds(SERVICE_BOUNDS),
  sqlite: completeBounds(SQLITE_BOUNDS),
  mongo: completeBounds(MONGO_BOUNDS),
};

/** The defaults; then every bound as 0, or the least that it can be, as 1 and as 2: what happens at a bound happens all the time then. */
export const LEVELS: readonly [StoreBounds, ...(readonly StoreBounds[])] = [
  DEFAULTS,
  ...[0, 1, 2].map((value) => ({
    service: lowered(SERVICE_BOUNDS, value),
    sqlite: lowered(SQLITE_BOUNDS, value),
    mongo: lowered(MONGO_BOUNDS, value),
  })),
];

/** The levels in turn, for models that begin many processes. */
export function levelsInTurn(): () => StoreBounds {
  let turn = -1;
  return () => {
    turn = (turn + 1) % LEVELS.length;
    return LEVELS[turn] ?? DEFAULTS;
  };
}
