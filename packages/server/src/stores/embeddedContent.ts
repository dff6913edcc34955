import { openContentFiles, openFileStore } from '@algotheque/adapters-fs';
import type { FileContentStore, SqliteStore } from '@algotheque/adapters-sqlite';
import {
  type AlgoRepository,
  type Clock,
  type ContentFiles,
  type DiskRoom,
  NO_DISK_ROOM,
  type OnProblem,
  type SeparateContentStore,
  systemClock,
} from '@algotheque/domain';

interface FolderParts {
  readonly onProblem: OnProblem;
  /** Watches over the disk of the folder. Default: every write is tried. */
  readonly room?: DiskRoom;
  /** The clock for pauses and the age of unfinished work. Default: the machine's. */
  readonly clock?: Clock;
}

/**
 * Opens the content of an embedded database in the files of a folder. It has one commit with the records.
 * @throws UnavailableError
 */
export async function openEmbeddedContent(
  { algos, contentIn }: Pick<SqliteStore, 'algos' | 'contentIn'>,
  dir: string,
  { onProblem, room = NO_DISK_ROOM, clock = systemClock }: FolderParts,
): Promise<FileContentStore> {
  const staged = await openFileStore(dir, { onProblem, room });
  const files = await openContentFiles(dir, { onProblem, room });
  await finishStaged(algos, staged, files);
  return contentIn(files, { room, clock });
}

/**
 * Finishes what is in `staging/`: what an older release has left there, and parts of files. What a record names is moved
 * to its file, unless the file has this content; all else is removed.
 */
export async function finishStaged(
  algos: AlgoRepository,
  staged: SeparateContentStore,
  files: ContentFiles,
): Promise<void> {
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
