import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ContentStore, NO_DISK_ROOM, printProblem } from '@algotheque/domain';
import { checkFolder, makeFolder, onDisk, syncFolder } from '@algotheque/domain/files';
import { type FileStoreOptions, MAX_BYTES } from './contentFolder.ts';
import { FileStore } from './fileStore.ts';
import { Layout } from './layout.ts';

/**
 * Opens the algorithm files below `dir`, which one process at a time may do (see `lockDataFolder`); makes the
 * folders if they are absent. There is nothing to close.
 * @throws UnavailableError when the folder cannot be made or is no folder; its cause says why. BundledError
 */
export async function openFileStore(dir: string, options: FileStoreOptions = {}): Promise<ContentStore> {
  const { now = Date.now, maxBytes = MAX_BYTES, onProblem = printProblem, room = NO_DISK_ROOM } = options;
  return onDisk(async () => {
    makeFolder(resolve(dir));
    // The root may be reached through a symbolic link; below it no link is followed.
    const layout = new Layout(await realpath(dir));
    for (const folder of layout.folders) {
      makeFolder(folder);
      await checkFolder(folder);
    }
    // What an earlier process moved may not be durable yet.
    for (const folder of [layout.bin, layout.versions, layout.root]) await syncFolder(folder);
    return new FileStore(layout, { now, maxBytes, onProblem, room });
  });
}
