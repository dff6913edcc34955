import type { EmailCase, OnNotice } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { refusalOfOpening } from '../connection/failures.ts';
import { connectStore, type StoreConnectionOptions } from '../connection/storeConnection.ts';
import { prepareFile } from '../connection/storeFile.ts';
import { SchemaTooNewError } from '../errors.ts';
import { decideEmailCase } from '../users/emailCase.ts';
import { inspect } from './inspect.ts';
import { APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION } from './migrations.ts';

interface BringUpOptions {
  /** Opens a store that is the target of an unfinished import. */
  readonly importing: boolean;
  /** How a new store compares e-mail addresses, and how this one must; undefined: exactly, or as it does. */
  readonly emailCase: EmailCase | undefined;
  /** Gets one line when the schema was upgraded. */
  readonly onNotice: OnNotice;
}

/**
 * Connects to the file, which is made if it is absent, brings it to what this release writes, and opens the store on it.
 * @throws what `prepareFile`, `inspect`, `migrate`, `decideEmailCase` and `open` throw; then it has closed what it opened
 */
export function bringUp<Store>(
  file: string,
  options: StoreConnectionOptions,
  { importing, emailCase, onNotice }: BringUpOptions,
  open: (connection: Connection) => Store,
): Store {
  prepareFile(file);
  inspect(file, { importing, busyTimeoutMs: options.busyTimeoutMs });
  const connection = connectStore(file, options);
  try {
    const former = migrate(connection);
    if (former !== null) onNotice(`${file}: the schema was upgraded from version ${former} to ${SCHEMA_VERSION}`);
    decideEmailCase(connection, emailCase);
    return open(connection);
  } catch (error) {
    connection.close();
    throw refusalOfOpening(error, file);
  }
}

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
