import type { Connection } from '../connection/connection.ts';
import { SchemaTooNewError } from '../errors.ts';
import { APPLICATION_ID, MIGRATIONS } from './migrations.ts';

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
