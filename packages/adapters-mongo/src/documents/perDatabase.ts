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

interface Settings {
  readonly bounds: MongoBounds;
  /** Gets the number of writes of each command that writes share. */
  readonly onCommit?: ((writes: number) => void) | undefined;
}

const given = new WeakMap<Db, Settings>();

/** From now on commands on this database have these settings. To be called before its first use. */
export function useSettings(db: Db, settings: Settings): void {
  given.set(db, settings);
}

/** The settings of commands on this database. */
export const settingsOf = (db: Db): Settings => given.get(db) ?? { bounds: completeBounds(MONGO_BOUNDS) };
