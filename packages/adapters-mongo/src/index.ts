export { mongoDriver } from './driver.ts';
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
export { openMongoStore } from './openMongoStore.ts';
export type { MongoStore, MongoStoreOptions } from './options.ts';
export type { ContentClaim } from './schema/contentPlace.ts';
