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
