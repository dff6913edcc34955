import { type ContentFiles, DamagedError, type WrittenFile } from '@algotheque/domain';
import type { Change } from './changes.ts';
import type { UnwrittenRows } from './unwrittenRows.ts';

interface Places {
  readonly rows: UnwrittenRows;
  readonly files: ContentFiles;
}

/**
 * Makes the file of an algorithm what the change says. Resolves to the file, null when it is removed, 'replaced' when the
 * row has another reference.
 * @throws UnavailableError; DamagedError when the content in the table is not that of its reference
 */
export async function writeChange(change: Change, { rows, files }: Places): Promise<WrittenFile | null | 'replaced'> {
  const { id, ref } = change;
  if (ref === null) {
    await files.remove(id);
    return null;
  }
  if (change.bytes !== null) return files.write(id, ref, change.bytes);
  const bytes = rows.find(id, ref)?.bytes ?? null;
  if (bytes === null) return 'replaced';
  if (!files.isContentOf(ref, bytes)) throw new DamagedError({ place: 'unwritten', id, field: 'bytes' });
  return files.write(id, ref, bytes);
}
