import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ContentFiles, NO_DISK_ROOM, printProblem, type SeparateContentStore } from '@algotheque/domain';
import { checkFolder, makeFolder, onDisk, syncFolder } from '@algotheque/domain/files';
import { AlgoFiles } from './algoFiles.ts';
import { type FileStoreOptions, MAX_BYTES } from './contentFolder.ts';
import { FileStore } from './fileStore.ts';
import { Layout } from './layout.ts';

/**
 * Opens the algorithm files below `dir`, which one process at a time may do (see `lockDataFolder`); makes the
 * folders if they are absent. There is nothing to close.
 * @throws UnavailableError when the folder cannot be made or is no folder; its cause says why
 */
export async function openFileStore(dir: string, options: FileStoreOptions = {}): Promise<SeparateContentStore> {
  return new FileStore(await openLayout(dir), settingsOf(options));
}

/**
 * As `openFileStore`, for a store that keeps content itself until the files are durable. What is in `staging/` stays
 * there.
 */
export async function openContentFiles(dir: string, options: FileStoreOptions = {}): Promise<ContentFiles> {
  return new AlgoFiles(await openLayout(dir), settingsOf(options));
}

function openLayout(dir: string): Promise<Layout> {
  return onDisk(async () => {
    makeFolder(resolve(dir));
    // The root may be reached through a symbolic link; below it no link is followed.
    const layout = new Layout(await realpath(dir));
    makeFolder(layout.staging);
    await checkFolder(layout.staging);
    await syncFolder(layout.root); // what an earlier process moved here may not be durable yet
    return layout;
  });
}

function settingsOf(options: FileStoreOptions): Required<FileStoreOptions> {
  const { now = Date.now, maxBytes = MAX_BYTES, onProblem = printProblem, room = NO_DISK_ROOM } = options;
  return { now, maxBytes, onProblem, room };
}
