import { lstat } from 'node:fs/promises';
import { type OnNotice, UnavailableError } from '@algotheque/domain';
import { makeFolder, openFolder } from '@algotheque/domain/files';

const OTHERS = 0o077;

/**
 * Makes the folder, or closes an existing one to others: mails have links that let their reader in. Its parent folders may be reached
 * through symbolic links.
 * @throws UnavailableError when the folder is a symbolic link, or is open to others and cannot be closed
 */
export async function ownFolder(path: string, onNotice: OnNotice): Promise<void> {
  makeFolder(path);
  if ((await lstat(path)).isSymbolicLink())
    throw refused(
      `${path} is a symbolic link, which is not followed: put the folder itself there, or name it in the settings`,
    );
  const folder = await openFolder(path);
  try {
    if (((await folder.stat()).mode & OTHERS) === 0) return;
    await folder.chmod(0o700).catch((cause: unknown) => {
      throw refused(`${path} is open to others and its mode cannot be changed: chmod 700 it`, cause);
    });
    onNotice(`${path} was open to others and is now mode 0700`);
  } finally {
    await folder.close();
  }
}

const refused = (message: string, cause?: unknown): UnavailableError =>
  new UnavailableError({ reason: message, cause: new Error(message, { cause }) });
