import { statSync } from 'node:fs';
import { type ContentFolderReader, openContentReader } from '@algotheque/adapters-fs';
import { StartError } from '../startError.ts';

/** Opens the folder of content of a store only to read it. @throws StartError when it is absent; UnavailableError */
export async function openContentFolder(dir: string): Promise<ContentFolderReader> {
  if (statSync(dir, { throwIfNoEntry: false }) === undefined) {
    throw new StartError(
      `The folder of content ${dir} is absent: is it mounted, and do the settings name the right place?`,
    );
  }
  return openContentReader(dir);
}
