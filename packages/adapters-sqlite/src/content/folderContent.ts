import type { AlgoRepository, Clock, ContentFiles, ContentFolder, SeparateContentStore } from '@algotheque/domain';
import type { SqliteStore } from '../options.ts';
import type { FileContentStore } from './contentStore.ts';

/** Opens the content of a store in the files of a folder. It has one commit with the records. @throws UnavailableError */
export async function openFolderContent(
  { algos, contentIn }: Pick<SqliteStore, 'algos' | 'contentIn'>,
  folder: Pick<ContentFolder, 'openStore' | 'openFiles' | 'room'>,
  clock?: Clock,
): Promise<FileContentStore> {
  const staged = await folder.openStore();
  const files = await folder.openFiles();
  await finishStaged(algos, staged, files);
  return contentIn(files, { room: folder.room, ...(clock !== undefined && { clock }) });
}

/**
 * Finishes what is in `staging/`: what an older release has left there, and parts of files. What a record names is moved
 * to its file, unless the file has this content; all else is removed.
 */
async function finishStaged(algos: AlgoRepository, staged: SeparateContentStore, files: ContentFiles): Promise<void> {
  for (const work of await staged.pending(Date.now())) {
    if (work.kind === 'staged') {
      const found = await algos.findByRef(work.ref);
      // Names in this folder are not synced: a power loss may bring back one of a file that was never complete.
      const isLeft = found !== null && (await files.read(found.id, work.ref)) === null;
      await (isLeft ? staged.publish(found.id, work.ref) : staged.discard(work.ref));
    } else {
      const ref = await algos.refOf(work.id);
      await (ref === null ? staged.delete(work.id, null) : staged.withdraw(work.id, ref));
    }
  }
}
