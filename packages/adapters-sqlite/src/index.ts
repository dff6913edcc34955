export type { ContentOwner } from './algos/contentOwner.ts';
export { CorruptStoreError, SchemaTooNewError, StoreFileError, StoreImportingError } from './errors.ts';
export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from './openSqliteStore.ts';
