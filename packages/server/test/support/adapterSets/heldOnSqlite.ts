import { join } from 'node:path';
import { openSqliteStore, type SqliteStore } from '@algotheque/adapters-sqlite';
import { onRawFile } from '@algotheque/testing/sqliteFile';
import { type Held, recordsIn } from '@algotheque/testing/worlds';
import { heldFiles } from './heldFiles.ts';

/** Tables with records and with data that triggers derive from them. */
const RECORDS = [
  'users',
  'tokens',
  'algos',
  'bin',
  'history',
  'folderTrees',
  'deletions',
  'access',
  'nameWords',
  'sharesDue',
  'waitingShares',
  'usage',
  'versionBytes',
  'emailKeys',
  'sqlite_sequence',
];
/** Tables with counters, which expire, and with facts about the store. */
const OTHERS = [
  'counters',
  'places',
  'remembered',
  'mails',
  'events',
  'contentOwner',
  'algoIds',
  'rounds',
  'emailCase',
];

const silent = { onProblem: () => {} };

/** The data in the folder of the embedded defaults, which no process uses. */
export async function heldOnSqlite(dir: string): Promise<Held> {
  const path = join(dir, 'algotheque.db');
  const store = openSqliteStore(path, silent);
  const records = await recordsIn(store.portable);
  const wrong = await wrongSums(store);
  await store.close();
  const contents = heldFiles(join(dir, 'algos'), records);
  return { ...records, ...contents, unfinished: [...contents.unfinished, ...otherRows(path), ...wrong] };
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

/** Derived data that does not agree with the records, as the doctor finds it. */
async function wrongSums({ checks }: SqliteStore): Promise<string[]> {
  const found: string[] = [];
  const run = { keepAside: null, now: () => 0, reach() {} };
  for (const check of checks('')) {
    if (check.name === 'sums') for await (const { code, place } of check.run(run)) found.push(`${code}: ${place}`);
  }
  return found;
}
