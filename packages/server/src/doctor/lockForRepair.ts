import { DataFolderInUseError } from '@algotheque/adapters-fs';
import type { Closing } from '../closing.ts';
import type { Places } from '../places.ts';
import { StartError } from '../startError.ts';
import { lockForCommand } from '../stores/lockForCommand.ts';

/** @throws StartError when a server uses one of the folders, or root would make files in the store of another user */
export function lockForRepair(places: Places, closing: Closing): void {
  try {
    lockForCommand(places, closing);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    const advice = 'Stop the server first, or look without --repair';
    throw new StartError(`--repair needs the store for itself. ${error.message}. ${advice}`, { cause: error });
  }
}
