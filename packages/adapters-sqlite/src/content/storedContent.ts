import { DamagedError, type ReadableFiles, type SavedContent } from '@algotheque/domain';
import type { UnwrittenRows } from './unwrittenRows.ts';

interface Stored {
  readonly rows: UnwrittenRows;
  readonly files: ReadableFiles;
}

/**
 * The content that a commit has saved: from its row, or from the file if there is no row; null if neither has it.
 * @throws DamagedError when the row has other bytes than those of its reference
 */
export async function readStored({ rows, files }: Stored, id: number, ref: string): Promise<Uint8Array | null> {
  const row = rows.find(id, ref);
  if (row === null) return files.read(id, ref);
  if (row.bytes === null) return null; // the file holds what was replaced or removed
  if (!files.isContentOf(ref, row.bytes)) throw new DamagedError({ place: 'unwritten', id, field: 'bytes' });
  return row.bytes;
}

export const locateStored = (files: ReadableFiles, id: number): string => `${files.locate(id)}, or the table unwritten`;

/** Reads content that is saved, without the store that writes it: for commands that only read, and beside a server. */
export function storedContent(rows: UnwrittenRows, files: ReadableFiles): SavedContent {
  return {
    read: (id, ref) => readStored({ rows, files }, id, ref),
    locate: (id) => locateStored(files, id),
    isUnwritten: (id) => rows.find(id, '') !== null,
  };
}
