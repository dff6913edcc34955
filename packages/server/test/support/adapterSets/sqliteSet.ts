import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '@algotheque/adapters-sqlite';
import { onRawFile } from '../../../../adapters-sqlite/test/support/rawFile.ts';
import { type Held, recordsIn } from '../../../../domain/test/support/held.ts';
import { makeScratch } from '../scratch.ts';
import type { AdapterSet } from './adapterSet.ts';
import { heldFiles } from './heldFiles.ts';
import { interceptedContent } from './interceptedContent.ts';

/** Tables with records and with data that triggers derive from them. */
const RECORDS = ['users', 'tokens', 'algos', 'folders', 'deletions', 'access', 'usage', 'sqlite_sequence'];
/** Tables with counters, which expire, and with facts about the store. */
const OTHERS = ['counters', 'places', 'remembered', 'contentOwner', 'algoIds'];

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
    async open(clock) {
      const store = openSqliteStore(join(place(), 'algotheque.db'), { now: () => clock.now(), ...silent });
      const { contentStore, adapterWork, kill } = await interceptedContent(store, join(place(), 'algos'), clock);
      opened.push({ kill, close: () => store.close() });
      const { users, algos, folders, sessionStore, limiter, deletions } = store;
      return { stores: { users, algos, folders, sessionStore, limiter, deletions, contentStore }, adapterWork };
    },
    // The next process works on a copy of this moment: it does not see what the killed process does later.
    async kill() {
      copy(place());
      opened.at(-1)?.kill();
    },
    async stop() {
      await opened.pop()?.close();
      await end(opened.splice(0));
      return heldAt(place());
    },
    save: async () => cpSync(place(), saved, { recursive: true }),
    async remove() {
      await end(opened.splice(0));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function heldAt(dir: string): Promise<Held> {
  const path = join(dir, 'algotheque.db');
  const store = openSqliteStore(path, silent);
  const records = await recordsIn(store.portable);
  await store.close();
  const contents = heldFiles(join(dir, 'algos'), records.algos);
  return { ...records, ...contents, unfinished: [...contents.unfinished, ...otherRows(path), ...wrongSums(path)] };
}

/** Rows of tables that are empty when no work is under way. */
function otherRows(path: string): string[] {
  return onRawFile(path, (db) => {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const names = tables.map(({ name }) => String(name)).filter((name) => ![...RECORDS, ...OTHERS].includes(name));
    return names.flatMap((name) =>
      db
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .map((row) => `${name} ${JSON.stringify(row)}`),
    );
  });
}

/** Derived data that does not agree with the records. */
function wrongSums(path: string): string[] {
  const sums = 'SELECT ownerId, count(*), sum(contentBytes) FROM algos GROUP BY ownerId';
  const grants = `SELECT value ->> '$.idUtilisateur', algos.id, value ->> '$.droits' FROM algos, json_each(algos.permsAlgorithme)`;
  const differences = [
    `${sums} EXCEPT SELECT * FROM usage`,
    `SELECT * FROM usage EXCEPT ${sums}`,
    `${grants} EXCEPT SELECT * FROM access`,
    `SELECT * FROM access EXCEPT ${grants}`,
  ];
  return onRawFile(path, (db) =>
    differences.flatMap((sql) =>
      db
        .prepare(sql)
        .all()
        .map((row) => `${sql}: ${JSON.stringify(row)}`),
    ),
  );
}
