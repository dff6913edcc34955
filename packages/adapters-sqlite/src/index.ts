export type { BacklogBounds } from './content/backlog.ts';
export type { ContentOwner } from './content/contentOwner.ts';
export type { ContentOptions, FileContentStore } from './content/openContent.ts';
export { CorruptStoreError, SchemaTooNewError, StoreFileError, StoreImportingError } from './errors.ts';
export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from './openSqliteStore.ts';
export { quickCheck } from './upkeep/quickCheck.ts';
