export { MONGO_BOUNDS, type MongoBounds } from './bounds.ts';
export type { MongoChecks, UnnamedContent } from './checks/mongoChecks.ts';
export { type MongoViews, openMongoViews } from './copies/openViews.ts';
export {
  ContentElsewhereError,
  ContentOrphanedError,
  ContentTooLargeError,
  EmailCaseError,
  MongoAccessError,
  MongoCommandError,
  MongoUrlError,
  SchemaTooNewError,
  SecretMismatchError,
  StoreAbsentError,
  StoreImportingError,
  StoreLockedError,
} from './errors.ts';
export { type MongoReader, openMongoReader } from './openMongoReader.ts';
export { openMongoStore } from './openMongoStore.ts';
export type { MongoStore, MongoStoreOptions } from './options.ts';
export type { ContentPlace } from './schema/contentPlace.ts';
