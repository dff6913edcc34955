import { completeBounds } from '@algotheque/domain';
import type { Db } from 'mongodb';
import { MONGO_BOUNDS, type MongoBounds } from '../bounds.ts';

const given = new WeakMap<Db, MongoBounds>();

/** From now on commands on this database have these bounds. To be called before its first use. */
export function useBounds(db: Db, bounds: MongoBounds): void {
  given.set(db, bounds);
}

/** The bounds of commands on this database. */
export const boundsOf = (db: Db): MongoBounds => given.get(db) ?? completeBounds(MONGO_BOUNDS);
