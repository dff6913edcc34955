import { stat } from 'node:fs/promises';
import { ifPresent } from '@algotheque/domain/files';
import { StartError } from '../../startError.ts';
import type { Backup } from './backup.ts';
import { openFolderBackup } from './folderBackup.ts';
import { openTarBackup } from './tarBackup.ts';

/** Opens a backup to read it. @throws StartError when there is none; a system error */
export async function openBackup(path: string): Promise<Backup> {
  const found = await ifPresent(stat(path));
  if (found?.isDirectory() === true) return openFolderBackup(path);
  if (found?.isFile() === true) return openTarBackup(path);
  throw new StartError(`There is no backup at ${path}`);
}
