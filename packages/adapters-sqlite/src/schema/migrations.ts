import { DatabaseSync } from 'node:sqlite';
import type { Connection } from '../connection/connection.ts';
import { withFunctions } from '../connection/openDatabase.ts';
import { SchemaTooNewError } from '../errors.ts';
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

const columns = onLatest((db) => {
  const named = (table: string) => db.prepare(`SELECT * FROM ${table}`).columns();
  return new Map(TABLES.map((table) => [table, named(table).map(({ name }) => name)]));
});

/** The columns of a table of the latest version, in the order of its create statement. */
export const columnsOf = (table: string): readonly string[] => columns.get(table) ?? [];

/** Inserts a row, whose values are named as the columns. */
export const insertInto = (table: string, names = columnsOf(table)): string =>
  `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`;

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

/**
 * Migrates the schema to the latest version, all steps in one transaction: a crash leaves the version before. Of
 * several processes at once one does it, and the others find it done.
 * @returns the version before, if the database was there and older; null if there was nothing to upgrade
 */
export function migrate(connection: Connection, migrations: readonly string[] = MIGRATIONS): number | null {
  const readVersion = connection.prepare('PRAGMA user_version');
  return connection.write(() => {
    const found = Number(readVersion.get()?.['user_version']);
    const known = migrations.length;
    if (found > known) throw new SchemaTooNewError(connection.path, { found, known });
    if (found === known) return null;
    for (const migration of migrations.slice(found)) connection.exec(migration);
    connection.exec(`PRAGMA user_version = ${known}; PRAGMA application_id = ${APPLICATION_ID}`);
    return found === 0 ? null : found;
  });
}
