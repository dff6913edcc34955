import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFolder, FOLDER_MODE, isSystemError } from '@algotheque/domain/files';

export const LOST_AND_FOUND = 'lost+found';

/**
 * Makes the folder below the root that takes what was moved out of the way, where it is absent, and gives its path.
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
