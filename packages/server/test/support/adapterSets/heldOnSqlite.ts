import { join } from 'node:path';
import { openSqliteStore } from '@algotheque/adapters-sqlite';
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
const OTHERS = ['counters', 'remembered', 'mails', 'events', 'contentOwner', 'algoIds', 'rounds', 'emailCase'];

const silent = { onProblem: () => {} };

/** The data in the folder of the embedded defaults, which no process uses. */
export async function heldOnSqlite(dir: string): Promise<Held> {
  const path = join(dir, 'algotheque.db');
  const store = openSqliteStore(path, silent);
  const records = await recordsIn(store.portable);
  await store.close();
  const contents = heldFiles(join(dir, 'algos'), records);
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
  const sums = `SELECT ownerId, count(*), sum(contentBytes + 256 * shares) FROM (
    SELECT ownerId, contentBytes, json_array_length(permsAlgorithme) + json_array_length(waiting) AS shares FROM algos
    UNION ALL SELECT ownerId, contentBytes, json_array_length(permsAlgorithme) FROM bin) GROUP BY ownerId`;
  const versions = 'SELECT ownerId, sum(contentBytes) FROM history GROUP BY ownerId';
  const folder = `(SELECT place.value ->> '$.dossierId' FROM json_each(algos.places) AS place
    WHERE place.value ->> '$.idUtilisateur' = json_each.value ->> '$.idUtilisateur')`;
  const grants = `SELECT value ->> '$.idUtilisateur', algos.id, value ->> '$.droits', ${folder} FROM algos, json_each(algos.permsAlgorithme)`;
  const access = 'SELECT userId, algoId, droits, dossierId FROM access';
  const words = 'SELECT DISTINCT ownerId, value, algos.id FROM algos, json_each(algos.words)';
  const keys = `SELECT emailKey, id FROM users UNION SELECT value ->> '$.emailKey', users.id FROM users, json_each(users.formerEmails)`;
  const differences = [
    `${sums} EXCEPT SELECT * FROM usage`,
    `SELECT * FROM usage EXCEPT ${sums}`,
    `${versions} EXCEPT SELECT * FROM versionBytes`,
    `SELECT * FROM versionBytes EXCEPT ${versions}`,
    `${grants} EXCEPT ${access}`,
    `${access} EXCEPT ${grants}`,
    `${words} EXCEPT SELECT ownerId, word, algoId FROM nameWords`,
    `SELECT ownerId, word, algoId FROM nameWords EXCEPT ${words}`,
    `SELECT * FROM (${keys}) EXCEPT SELECT * FROM emailKeys`,
    `SELECT * FROM emailKeys EXCEPT SELECT * FROM (${keys})`,
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
