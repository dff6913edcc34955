import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

/** Works on the file past the adapter, as an operator does with the command line tool. */
export function onRawFile<Value>(path: string, work: (db: DatabaseSync) => Value): Value {
  const db = new DatabaseSync(path, { timeout: 3_000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Every row of every table, one a line, as `column=value`. */
export function dumpOf(path: string): string {
  return onRawFile(path, (db) => {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return tables.flatMap(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all().map(lineOf)).join('\n');
  });
}

const lineOf = (row: Record<string, SQLOutputValue>): string =>
  Object.entries(row)
    .map(([column, value]) => `${column}=${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value}`)
    .join(' ');
