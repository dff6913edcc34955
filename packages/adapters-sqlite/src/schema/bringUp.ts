import type { EmailCase, OnNotice } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { refusalOfOpening } from '../connection/failures.ts';
import { connectStore, type StoreConnectionOptions } from '../connection/storeConnection.ts';
import { prepareFile } from '../connection/storeFile.ts';
import { useEmailCase } from '../users/emailCase.ts';
import { inspect } from './inspect.ts';
import { migrate } from './migrate.ts';
import { SCHEMA_VERSION } from './migrations.ts';

interface Wanted {
  /** Opens a store that is the target of an unfinished import. */
  readonly importing: boolean;
  /** How e-mail addresses are compared from now on; undefined: as the store did before. */
  readonly emailCase: EmailCase | undefined;
  /** Gets one line when the schema was upgraded. */
  readonly onNotice: OnNotice;
}

/**
 * Connects to the file, which is made if it is absent, and brings it to what this release writes: migrates its schema, and makes the
 * keys of addresses anew if they are to be compared in another way.
 * @throws what `prepareFile`, `inspect`, `migrate` and `useEmailCase` throw; then it has closed what it opened
 */
export function bringUp(file: string, options: StoreConnectionOptions, wanted: Wanted): Connection {
  const { importing, emailCase, onNotice } = wanted;
  prepareFile(file);
  inspect(file, { importing, busyTimeoutMs: options.busyTimeoutMs });
  const connection = connectStore(file, options);
  try {
    const former = migrate(connection);
    if (former !== null) onNotice(`${file}: the schema was upgraded from version ${former} to ${SCHEMA_VERSION}`);
    if (emailCase !== undefined) useEmailCase(connection, emailCase);
    return connection;
  } catch (error) {
    connection.close();
    throw refusalOfOpening(error, file);
  }
}
