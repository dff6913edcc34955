export type { FileStoreOptions } from './contentFolder.ts';
export { type ContentFolderReader, type HeldFile, openContentReader } from './contentReader.ts';
export {
  DataFolderInUseError,
  DataFolderNotWritableError,
  type Owner,
  ownerHint,
  ownerOf,
} from './dataFolderErrors.ts';
export { type DataFolderLock, type FolderUse, lockDataFolder } from './dataFolderLock.ts';
export { type DiskReserveOptions, openDiskReserve, RESERVE_FILE } from './diskReserve.ts';
export { openFileStore } from './fileStore.ts';
export { waitsForDisk } from './folderWriter.ts';
export { holdsContent, holdsMovedContent, keepAside, moveAside, moveContentAside } from './lostAndFound.ts';
export { networkNote } from './networkFolder.ts';
