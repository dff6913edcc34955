export type { ContentOwner } from './content/contentOwner.ts';
export { CorruptStoreError, SchemaTooNewError, StoreFileError, StoreImportingError } from './errors.ts';
export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from './openSqliteStore.ts';
