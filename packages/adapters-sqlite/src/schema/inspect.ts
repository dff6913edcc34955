import { DatabaseSync } from 'node:sqlite';
import type { Connection } from '../connection/connection.ts';
import { isReadOnly, refusalOfOpening } from '../connection/failures.ts';
import { type OpenMode, openToRead } from '../connection/openDatabase.ts';
import { logOf, statOf } from '../connection/storeFile.ts';
import { CorruptStoreError, SchemaTooNewError, StoreFileError, StoreImportingError } from '../errors.ts';
import { APPLICATION_ID, columnsOf, MIGRATIONS, TABLES } from './migrations.ts';

interface InspectOptions {
  readonly importing: boolean;
  readonly busyTimeoutMs: number;
  /** How the file will be opened. Default: 'write'. One that is only read may have damaged pages: the reader wants what is left. */
  readonly access?: OpenMode;
}

/**
 * Refuses a file that is not our store, or must not be opened now, without writing to it. It checks the header, the application and schema
 * version, the columns, and, unless it is only read, both ends of each table. This finds a file that was cut short or overwritten, at a
 * cost that does not grow with it. A page damaged in the middle shows when it is read; `PRAGMA quick_check` checks all.
 * @throws StoreFileError, or one of its subclasses; UnavailableError when the file cannot be read now
 */
export function inspect(path: string, options: InspectOptions): void {
  try {
    inspectOwedRollback(path, options);
  } catch (error) {
    throw refusalOfOpening(error, path);
  }
}

/** For who only reads: an older schema is migrated by the next start of a server. @throws StoreFileError */
export function requireSchema(connection: Connection): void {
  const found = connection.read(() => Number(connection.prepare('PRAGMA user_version').get()?.['user_version']));
  if (found === MIGRATIONS.length) return;
  throw new StoreFileError(
    connection.path,
    `is of an older release: it has schema version ${found}, and this one reads version ${MIGRATIONS.length}. Start the server of this release on it once`,
  );
}

/** If a process ended before it rolled back, the rollback is done first: that needs a connection that may write. */
function inspectOwedRollback(path: string, options: InspectOptions): void {
  try {
    inspectWith(openToRead(path, options.busyTimeoutMs), path, options);
  } catch (error) {
    if (!isReadOnly(error) || options.access === 'read') throw error;
    inspectWith(new DatabaseSync(path, { timeout: options.busyTimeoutMs }), path, options);
  }
}

function inspectWith(db: DatabaseSync, path: string, options: InspectOptions): void {
  try {
    db.exec('BEGIN'); // so that all reads are of one moment
    inspectDatabase(db, path, options);
  } finally {
    db.close();
  }
}

function inspectDatabase(db: DatabaseSync, path: string, { importing, access = 'write' }: InspectOptions): void {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => String(name));
  const version = pragma(db, 'user_version');
  const application = pragma(db, 'application_id');
  if (application !== APPLICATION_ID) {
    if (application === 0 && version === 0 && tables.length === 0) return; // an empty database belongs to no application
    throw new StoreFileError(path, 'is a SQLite database of another application');
  }
  const known = MIGRATIONS.length;
  if (version > known) throw new SchemaTooNewError(path, { found: version, known });
  expectUndamaged(db, path);
  for (const table of version === known ? TABLES : tables) {
    // SQLite refuses the statement on a table that lacks a column.
    const select = `SELECT ${version === known ? columnsOf(table).join(', ') : '*'} FROM "${table}"`;
    if (access === 'write') readBothEnds(db, select);
    else db.prepare(select);
  }
  const mark = db.prepare('SELECT source, since FROM importMark').get();
  if (mark !== undefined && !importing) {
    throw new StoreImportingError(path, { source: String(mark['source']), since: Number(mark['since']) });
  }
}

function pragma(db: DatabaseSync, name: string): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}

/**
 * Without pages in a log, the file must have all pages that its header counts: SQLite reads a last page that was
 * cut short as zeros.
 */
function expectUndamaged(db: DatabaseSync, path: string): void {
  if ((statOf(path, logOf(path))?.size ?? 0) > 0) return;
  const expected = pragma(db, 'page_count') * pragma(db, 'page_size');
  const size = statOf(path, path)?.size ?? 0;
  if (size < expected) throw new CorruptStoreError(path, `is damaged: it has ${size} bytes of ${expected}`);
}

function readBothEnds(db: DatabaseSync, select: string): void {
  for (const order of ['ASC', 'DESC']) {
    const end = db.prepare(`${select} ORDER BY 1 ${order} LIMIT 1`);
    end.setReadBigInts(true); // a number that is too large is reported by the code that reads the row
    end.get();
  }
}
