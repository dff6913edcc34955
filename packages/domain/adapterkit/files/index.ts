export {
  checkFolder,
  checkOpenFolder,
  FOLDER_MODE,
  makeFolder,
  openFolder,
  syncFolder,
  syncFolderNow,
} from './folders.ts';
export { ifPresent, isSystemError, LONGEST_WAIT_MS, notAnswered, onDisk } from './systemErrors.ts';
export { ANY_FILE, moveDurably, writeFileDurably, writeNewFileNow } from './writes.ts';
