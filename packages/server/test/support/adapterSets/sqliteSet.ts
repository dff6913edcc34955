import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '@algotheque/adapters-sqlite';
import { makeScratch } from '../scratch.ts';
import type { AdapterSet } from './adapterSet.ts';
import { heldOnSqlite } from './heldOnSqlite.ts';
import { interceptedContent } from './interceptedContent.ts';

const silent = { onProblem: () => {} };

interface OpenedProcess {
  /** Its files are not written any more. */
  readonly kill: () => void;
  readonly close: () => Promise<void>;
}

/** The embedded default: records in SQLite, and content in files, which are written behind the commits. */
export async function sqliteSet(): Promise<AdapterSet> {
  const root = await makeScratch();
  const saved = join(root, 'saved');
  mkdirSync(saved);
  const opened: OpenedProcess[] = [];
  const places: string[] = [];
  const place = (): string => places.at(-1) ?? saved;
  let count = 0;
  const copy = (from: string): void => {
    count += 1;
    places.push(join(root, `place${count}`));
    cpSync(from, place(), { recursive: true });
  };
  const end = async (processes: readonly OpenedProcess[]): Promise<void> => {
    for (const { kill, close } of processes) {
      kill();
      await close();
    }
  };
  return {
    async begin() {
      await end(opened.splice(0));
      for (const dir of places.splice(0)) rmSync(dir, { recursive: true, force: true });
      copy(saved);
    },
    async open(clock, { sqlite: bounds }) {
      const store = openSqliteStore(join(place(), 'algotheque.db'), { now: () => clock.now(), bounds, ...silent });
      const { contentStore, adapterWork, kill } = await interceptedContent(store, join(place(), 'algos'), clock);
      opened.push({ kill, close: () => store.close() });
      const { users, outbox, algos, bin, history, folders, sessionStore, limiter, deletions } = store;
      return {
        stores: { users, outbox, algos, bin, history, folders, sessionStore, limiter, deletions, contentStore },
        adapterWork,
      };
    },
    // The next process works on a copy of this moment: it does not see what the killed process does later.
    async kill() {
      copy(place());
      opened.at(-1)?.kill();
    },
    async stop() {
      await opened.pop()?.close();
      await end(opened.splice(0));
      return heldOnSqlite(place());
    },
    save: async () => cpSync(place(), saved, { recursive: true }),
    async remove() {
      await end(opened.splice(0));
      rmSync(root, { recursive: true, force: true });
    },
  };
}
