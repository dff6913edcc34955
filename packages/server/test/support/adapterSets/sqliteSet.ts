import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openFileStore } from '@algotheque/adapters-fs';
import { openSqliteStore, type SqliteStore } from '@algotheque/adapters-sqlite';
import { makeScratch } from '../../../../../test/support/scratchFolder.ts';
import { type AdapterSet, storesOf } from './adapterSet.ts';
import { heldOnSqlite } from './heldOnSqlite.ts';

const silent = { onProblem: () => {} };

/** The embedded default: records in SQLite, and content in files. */
export async function sqliteSet(): Promise<AdapterSet> {
  const root = makeScratch();
  const saved = join(root, 'saved');
  mkdirSync(saved);
  const opened: SqliteStore[] = [];
  const places: string[] = [];
  const place = (): string => places.at(-1) ?? saved;
  let count = 0;
  const copy = (from: string): void => {
    count += 1;
    places.push(join(root, `place${count}`));
    cpSync(from, place(), { recursive: true });
  };
  const end = async (): Promise<void> => {
    for (const store of opened.splice(0)) await store.close();
  };
  return {
    async begin() {
      await end();
      for (const dir of places.splice(0)) rmSync(dir, { recursive: true, force: true });
      copy(saved);
    },
    async open(clock) {
      const settings = { now: () => clock.now(), ...silent };
      const store = openSqliteStore(join(place(), 'algotheque.db'), settings);
      opened.push(store);
      const contentStore = await openFileStore(join(place(), 'algos'), settings);
      return { ...storesOf(store), contentStore };
    },
    // The next process works on a copy of this moment: it does not see what the killed process does later.
    async kill() {
      copy(place());
    },
    async stop() {
      await end();
      return heldOnSqlite(place());
    },
    save: async () => cpSync(place(), saved, { recursive: true }),
    async remove() {
      await end();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
