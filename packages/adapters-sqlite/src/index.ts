export { sqliteDriver } from './driver.ts';
export { CorruptStoreError, SchemaTooNewError, StoreFileError, StoreImportingError } from './errors.ts';
export { openSqliteStore } from './openSqliteStore.ts';
export type { SqliteStore, SqliteStoreOptions } from './options.ts';
