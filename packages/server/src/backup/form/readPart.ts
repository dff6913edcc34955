import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ifPresent } from '@algotheque/domain/files';

// O_NONBLOCK: a named pipe in the place of a file must not block for ever.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The largest content that a server takes; a larger file is no content. */
const MAX_CONTENT_BYTES = 16 * 1_024 * 1_024;

/** Opens a regular file to read it; null if it is absent. A link is not followed. @throws a system error */
export async function openPart(path: string): Promise<FileHandle | null> {
  const file = await ifPresent(open(path, FLAGS));
  if (file === null || (await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

/** The bytes of a file; null if it is absent or has more than `maxBytes`. @throws a system error */
export async function readPart(path: string, maxBytes = MAX_CONTENT_BYTES): Promise<Uint8Array | null> {
  const file = await openPart(path);
  if (file === null) return null;
  try {
    return (await file.stat()).size > maxBytes ? null : await file.readFile();
  } finally {
    await file.close();
  }
}
