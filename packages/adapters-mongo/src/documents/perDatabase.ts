import { completeBounds } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { MONGO_BOUNDS, type MongoBounds } from '../bounds.ts';

/** What is made once for each database object of the driver, at its first use. */
export function perDatabase<Made>(make: (db: Db) => Made): (db: Db) => Made {
  const made = new WeakMap<Db, Made>();
  return (db) => {
    const there = made.get(db) ?? make(db);
    made.set(db, there);
    return there;
  };
}

const given = new WeakMap<Db, MongoBounds>();

/** From now on commands on this database have these bounds. To be called before its first use. */
export function useBounds(db: Db, bounds: MongoBounds): void {
  given.set(db, bounds);
}

/** The bounds of commands on this database. */
export const boundsOf = (db: Db): MongoBounds => given.get(db) ?? completeBounds(MONGO_BOUNDS);
