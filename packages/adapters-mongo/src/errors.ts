import { ContentMismatchError, StoreError, StoreRefusedError, StoreUrlError } from '@algotheque/domain';

/** The URL cannot be used: malformed, an unknown option, or one that would break what the ports promise. */
export class MongoUrlError extends StoreUrlError {
  override readonly name = 'MongoUrlError';
}

/** MongoDB answers, but refuses this user: wrong credentials, or missing rights. */
export class MongoAccessError extends StoreRefusedError {
  override readonly name = 'MongoAccessError';
}

/** A newer release made the database. Nothing was changed. */
export class SchemaTooNewError extends StoreRefusedError {
  override readonly name = 'SchemaTooNewError';
}

/** A store should be in the database, and there is none. Nothing was made. */
export class StoreAbsentError extends StoreRefusedError {
  override readonly name = 'StoreAbsentError';
}

/** The servers on this database have another secret. */
export class SecretMismatchError extends StoreRefusedError {
  override readonly name = 'SecretMismatchError';
}

/** The content of the algorithms is in another place than this server uses. */
export class ContentElsewhereError extends ContentMismatchError {
  override readonly name = 'ContentElsewhereError';

  constructor(message: string) {
    super(message, { isMovable: false, owner: null });
  }
}

/** The server has content in files, and the database is new. Nothing was changed. */
export class ContentOrphanedError extends ContentMismatchError {
  override readonly name = 'ContentOrphanedError';

  constructor(message: string) {
    super(message, { isMovable: true, owner: null });
  }
}

/** The database was made to compare e-mail addresses in another way than the setting says. */
export class EmailCaseError extends StoreRefusedError {
  override readonly name = 'EmailCaseError';
}

/** The database is the target of a migration that has not ended. */
export class StoreImportingError extends StoreRefusedError {
  override readonly name = 'StoreImportingError';
}

/** A migration holds the database, or servers use it while a migration needs it alone. */
export class StoreLockedError extends StoreRefusedError {
  override readonly name = 'StoreLockedError';
}

/** Content beyond what one MongoDB document may hold. */
export class ContentTooLargeError extends StoreError {
  override readonly name = 'ContentTooLargeError';
}

/** MongoDB refused a command, and waiting does not help. The message has no data of users. */
export class MongoCommandError extends StoreError {
  override readonly name = 'MongoCommandError';
  readonly code: number | null;

  constructor(message: string, code: number | null) {
    super(message);
    this.code = code;
  }
}
