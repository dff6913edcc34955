import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFolder, FOLDER_MODE, isSystemError } from '@algotheque/domain/files';

export const LOST_AND_FOUND = 'lost+found';

/**
 * Makes the folder below the root for what was moved out of the way, if it is absent, and returns its path.
 * @throws UnavailableError when something else is in its place
 */
export async function makeLostAndFound(root: string): Promise<string> {
  const folder = join(root, LOST_AND_FOUND);
  try {
    await mkdir(folder, { mode: FOLDER_MODE });
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    await checkFolder(folder);
  }
  return folder;
}
