import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { NotAMailError } from './storedMail.ts';

/** Many times the size of any mail of the spool. */
const MAX_MAIL_BYTES = 1_048_576;
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The content of a file of the spool; a symbolic link is not followed.
 * @throws NotAMailError when it is no file, or larger than any mail; the system's error when it cannot be read
 */
export async function readMailFile(path: string): Promise<Buffer> {
  const handle = await open(path, READ).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' || error.code === 'ENXIO' ? new NotAMailError('It is not a file') : error;
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new NotAMailError('It is not a file');
    if (stats.size > MAX_MAIL_BYTES) throw new NotAMailError('It is larger than any mail of the spool');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
