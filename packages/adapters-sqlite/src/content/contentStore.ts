import type { ContentStore } from '@algotheque/domain';
import { FileWriter, type FileWriterParts } from './fileWriter.ts';
import { locateStored, readStored } from './storedContent.ts';
import type { LinkedContent } from './unwrittenRows.ts';

/** A content store whose files are written behind the commits. */
export interface FileContentStore extends ContentStore {
  /** Resolves when all files are durable, except those that could not be written. */
  written(): Promise<void>;
}

interface ClosableContent extends FileContentStore, LinkedContent {
  /** Writes what it can within a bounded time; a later start does the rest. */
  close(): Promise<void>;
}

/**
 * Content in files, one for each algorithm. Staged content is in memory; the transaction of the record saves it in the
 * table `unwritten`, so that record and content have one commit; the file is written after it, and then the row removed.
 * A removal of a record leaves a row without content in the same way. So there is nothing to announce, and what a crash
 * leaves are rows, which are done again.
 */
export function sqliteContentStore(parts: FileWriterParts): ClosableContent {
  const { rows, files, backlog, clock } = parts;
  const writer = new FileWriter(parts);
  writer.reload();
  return {
    async stage(content, replaces) {
      rows.requireOpen();
      const ref = files.newRef(content);
      const bytes = new Uint8Array(content); // the caller may change theirs before it is committed
      await backlog.stage(ref, { bytes, isNew: replaces === null }, clock.now());
      return ref;
    },
    /** @throws Error when the record was committed elsewhere: then only this memory has the content */
    async publish(id, ref) {
      rows.requireOpen();
      if (backlog.staged(ref) === undefined) return;
      if (!rows.isNamed(id, ref)) throw new Error(`Content of algorithm ${id} was not committed with its record`);
      backlog.discard(ref); // a commit that failed has come true, and has saved it
    },
    async read(id, ref) {
      rows.requireOpen();
      const kept = backlog.staged(ref)?.bytes ?? writer.kept(id, ref);
      return kept === null ? readStored({ rows, files }, id, ref) : new Uint8Array(kept);
    },
    async discard(ref) {
      rows.requireOpen();
      backlog.discard(ref);
    },
    async pending(now) {
      rows.requireOpen();
      return backlog.forgotten(now).map((ref) => ({ kind: 'staged', ref }));
    },
    locate: (id) => locateStored(files, id),
    async health() {
      rows.requireOpen();
      backlog.requireRoom();
      await files.health();
    },
    staged: (ref) => backlog.staged(ref)?.bytes,
    committed(id, ref) {
      const staged = ref === null ? undefined : backlog.saved(ref);
      if (ref === null) writer.committed(id, null);
      else if (staged !== undefined) writer.committed(id, { ref, staged });
    },
    failed: () => writer.continue(),
    written: () => writer.settled(),
    close: () => writer.close(),
  };
}
