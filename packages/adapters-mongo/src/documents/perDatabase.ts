import type { Db } from 'mongodb';

/** What is made once for each database object of the driver, at its first use. */
export function perDatabase<Made>(make: (db: Db) => Made): (db: Db) => Made {
  const made = new WeakMap<Db, Made>();
  return (db) => {
    const there = made.get(db) ?? make(db);
    made.set(db, there);
    return there;
  };
}

type OnCommit = (writes: number) => void;

const listeners = new WeakMap<Db, OnCommit>();

/**
 * From now on `onCommit` gets the number of writes of each command that writes share. To be called before the first use of the database.
 */
export function countWrites(db: Db, onCommit: OnCommit | undefined): void {
  if (onCommit !== undefined) listeners.set(db, onCommit);
}

/** What gets the number of writes of the commands on this database. */
export const onCommitOf = (db: Db): OnCommit | undefined => listeners.get(db);
