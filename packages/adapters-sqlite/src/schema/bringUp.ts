import type { EmailCase, OnNotice } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { hasLog, makeRecoveryDurable } from '../connection/rewriteLog.ts';
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
 * Brings the file to what this release writes: connects to it, makes what a crash left in its log durable, migrates its schema, and
 * makes the keys of addresses anew if they are to be compared in another way.
 * @throws SchemaTooNewError, StoreFileError as `migrate` and `useEmailCase`
 */
export function bringUp(file: string, connect: () => Connection, { emailCase, onNotice }: Wanted): Connection {
  const isRecovery = hasLog(file); // the connection reads the log
  const records = connect();
  if (isRecovery) makeRecoveryDurable(records);
  const former = migrate(records);
  if (former !== null) onNotice(`${file}: the schema was upgraded from version ${former} to ${SCHEMA_VERSION}`);
  if (emailCase !== undefined) useEmailCase(records, emailCase);
  return records;
}
