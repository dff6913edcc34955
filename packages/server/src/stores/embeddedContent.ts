import { openContentFiles, openFileStore } from '@algotheque/adapters-fs';
import type { FileContentStore, SqliteStore } from '@algotheque/adapters-sqlite';
import {
  type AlgoRepository,
  type Clock,
  type ContentStore,
  type DiskRoom,
  NO_DISK_ROOM,
  type OnProblem,
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
  await finishStaged(algos, await openFileStore(dir, { onProblem, room }));
  return contentIn(await openContentFiles(dir, { onProblem, room }), { room, clock });
}

/**
 * Finishes what is in `staging/`: what an older release has left there, and parts of files. What a record names is moved
 * to its file; all else is removed.
 */
export async function finishStaged(algos: AlgoRepository, files: ContentStore): Promise<void> {
  for (const work of await files.pending(Date.now())) {
    if (work.kind === 'staged') {
      const found = await algos.findByRef(work.ref);
      await (found === null ? files.discard(work.ref) : files.publish(found.id, work.ref));
    } else {
      const ref = await algos.refOf(work.id);
      await (ref === null ? files.delete(work.id, null) : files.withdraw(work.id, ref));
    }
  }
}
