import { link, rename, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ifPresent, isSystemError, syncFolder } from '@algotheque/domain/files';

/** The errors of filesystems without hard links, and of links that the system forbids. */
const NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Moves a file so that it has a name after a power loss at any moment: the new name is durable before the old one is removed. A
 * rename does not promise that: of its two folders one may become durable without the other. A crash may leave both names.
 * Without hard links the file is renamed.
 * @returns false when somebody else removed the old name meanwhile: then the file is theirs, and `to` must be removed
 * @throws EEXIST when `to` is there, ENOENT when `from` is not
 */
export async function moveKept(from: string, to: string): Promise<boolean> {
  const isLinked = await link(from, to).then(
    () => true,
    (error: unknown) => {
      if (isSystemError(error) && NO_LINKS.has(error.code)) return false;
      throw error;
    },
  );
  if (!isLinked) await rename(from, to);
  await syncFolder(dirname(to));
  if (!isLinked) return true;
  return (await ifPresent(unlink(from).then(() => true))) ?? false;
}

/** As `moveKept`, also where a crash has left both names. */
export async function moveKeptOver(from: string, to: string): Promise<void> {
  try {
    await moveKept(from, to);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    await rename(from, to); // does nothing when both are names of one file
    await rm(from, { force: true });
  }
}
