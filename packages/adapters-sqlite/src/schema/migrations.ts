import { DatabaseSync } from 'node:sqlite';
import { withFunctions } from '../connection/openDatabase.ts';
import { algos } from './algos.ts';
import { found } from './found.ts';
import { history } from './history.ts';
import { shares } from './shares.ts';
import { upkeep } from './upkeep.ts';
import { users } from './users.ts';

/**
 * The first makes an empty database one of version 1. Each later one brings the version before to the next; a released one is never
 * changed. Dates are milliseconds since the Unix epoch. No table has a foreign key, because the ports promise nothing across
 * records: the domain runs a repeatable sequence for that.
 */
export const MIGRATIONS: readonly string[] = [[users, algos, found, shares, history, upkeep].join('')];

export const SCHEMA_VERSION = MIGRATIONS.length;

export const TABLES: readonly string[] = MIGRATIONS.flatMap((sql) =>
  [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name = '']) => name),
);

let selects: readonly string[] | null = null;

/** Names all columns of each table of the latest version: SQLite refuses it on a table that lacks one. */
export function selectsOfTables(): readonly string[] {
  selects ??= onLatest((db) => {
    const columnsOf = (table: string) => db.prepare(`SELECT * FROM ${table}`).columns();
    return TABLES.map((table) => `SELECT ${columnsOf(table).map(({ name }) => name)} FROM ${table}`);
  });
  return selects;
}

/** Reads an empty database of the latest version. */
export function onLatest<Value>(read: (db: DatabaseSync) => Value): Value {
  const db = withFunctions(new DatabaseSync(':memory:'));
  try {
    for (const migration of MIGRATIONS) db.exec(migration);
    return read(db);
  } finally {
    db.close();
  }
}

/** "ALGO" in ASCII: how `PRAGMA application_id` marks the file as ours. */
export const APPLICATION_ID = 0x414c474f;
