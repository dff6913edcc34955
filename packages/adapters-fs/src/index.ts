export { DataFolderInUseError, DataFolderNotWritableError } from './dataFolderErrors.ts';
export { type DataFolderLock, lockDataFolder } from './dataFolderLock.ts';
export { type DiskReserveOptions, openDiskReserve } from './diskReserve.ts';
export { type FileStoreOptions, openFileStore } from './fileStore.ts';
export { holdsContent, holdsMovedContent, moveContentAside } from './heldContent.ts';
