/** The start is refused for a reason that its message gives to an operator in one line; no stack is printed. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** The command line is wrong. */
export class UsageError extends StartError {
  override readonly name = 'UsageError';
}

// What adapters refuse a start with: each message is written for an operator and names the folder, file or database.
const REFUSALS = new Set([
  'DataFolderInUseError',
  'DataFolderNotWritableError',
  'StoreFileError',
  'StoreAbsentError',
  'SchemaTooNewError',
  'CorruptStoreError',
  'StoreImportingError',
  'StoreLockedError',
  'SecretMismatchError',
  'FileStoreOwnedError',
  'ImportRefusedError',
  'MongoUrlError',
  'MongoAccessError',
  'MongoCommandError',
  'BrokenDocumentError',
  'ContentTooLargeError',
]);

/** Whether an adapter says with it that a store must not be used as it is. Its message is written for operators. */
export const isRefusal = (error: unknown): boolean => error instanceof Error && REFUSALS.has(error.name);

/** The error as a StartError where an operator can mend its reason; all else, a fault of ours, as it is. */
export function asStartError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error;
  if (isRefusal(error) || error.name === 'UnavailableError') return new StartError(reason(error), { cause: error });
  return 'syscall' in error ? new StartError(error.message, { cause: error }) : error;
}

// An UnavailableError has its reason in the cause; its own message is an identifier.
function reason(error: Error): string {
  return error.name === 'UnavailableError' && error.cause instanceof Error ? error.cause.message : error.message;
}

/** The system's code of an error (`ENOENT`), or what there is in its place. */
export function errorCode(error: unknown): string {
  if (error instanceof Error) return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return String(error);
}
