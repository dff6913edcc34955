import type { EmailCase, OnNotice } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { useEmailCase } from '../users/emailCase.ts';
import { migrate } from './migrate.ts';
import { SCHEMA_VERSION } from './migrations.ts';

interface Wanted {
  /** How e-mail addresses are compared from now on; undefined: as the store did before. */
  readonly emailCase: EmailCase | undefined;
  /** Gets one line when the schema was upgraded. */
  readonly onNotice: OnNotice;
}

/**
 * Brings the file to what this release writes: migrates its schema, and makes the keys of addresses anew if they are to be compared in
 * another way.
 * @throws SchemaTooNewError, StoreFileError as `migrate` and `useEmailCase`
 */
export function bringUp(connection: Connection, { emailCase, onNotice }: Wanted): void {
  const former = migrate(connection);
  if (former !== null)
    onNotice(`${connection.path}: the schema was upgraded from version ${former} to ${SCHEMA_VERSION}`);
  if (emailCase !== undefined) useEmailCase(connection, emailCase);
}
