import type { Db } from 'mongodb';

type Call = (...given: readonly unknown[]) => unknown;
interface Cursor {
  toArray(): Promise<unknown>;
}

/** The database; `before` runs before each command on a collection of it, and gets the name of the method. */
export function interposed(db: Db, before: (method: string) => Promise<void>): Db {
  const collectionOf = (name: string) =>
    new Proxy(db.collection(name), {
      get(target, method) {
        const call = Reflect.get(target, method) as Call; // the adapter calls methods only
        const made = (given: readonly unknown[]) => call.apply(target, [...given]);
        return (...given: readonly unknown[]) => {
          const ready = () => before(String(method));
          if (method !== 'find' && method !== 'aggregate') return ready().then(() => made(given));
          return { toArray: () => ready().then(() => (made(given) as Cursor).toArray()) };
        };
      },
    });
  return new Proxy(db, {
    get: (target, name) => (name === 'collection' ? collectionOf : Reflect.get(target, name)),
  });
}
