import { chmodSync, statSync } from 'node:fs';
import { ownerHint } from '@algotheque/adapters-fs';
import { errorCode, StartError } from '../startError.ts';

/** A user who may write in a folder may replace its files. To read names does no such harm. */
const GROUP_OR_OTHERS_WRITE = 0o022;
const OTHERS_WRITE = 0o002;
/** If one of these is set, all are removed: other users need no access at all. */
const TOO_OPEN = 0o027;
const STICKY = 0o1000;

/**
 * Removes the right of group and others to write in a folder of ours, and reports it in a line. Where that fails because the folder is
 * another user's or everybody's (`/tmp`), one that everybody may write in is refused. One of a group is only reported, because
 * orchestrators give volumes so.
 * @throws StartError that names the folder
 */
export function closeFolderToOthers(folder: string, tell: (line: string) => void): void {
  const found = modeOf(folder);
  if ((found & GROUP_OR_OTHERS_WRITE) === 0 || process.platform === 'win32') return; // Windows has no such modes
  const wasOpen = `Others could write in the folder ${folder} (mode ${shown(found)})`;
  const refusal = (found & STICKY) === 0 ? refusalOfChange(folder, found & ~TOO_OPEN) : 'it is shared by all';
  if (refusal === null) {
    tell(`${wasOpen}: it has mode ${shown(modeOf(folder))} now. See whether all that is in it is yours`);
    return;
  }
  const stays = `${wasOpen}, and that cannot be changed: ${refusal}${ownerHint(folder)}`;
  if ((found & OTHERS_WRITE) === 0) tell(stays);
  else
    throw new StartError(
      `${stays}. Or name a folder in it that is not there yet, which is then made for this user alone`,
    );
}

function refusalOfChange(folder: string, mode: number): string | null {
  try {
    chmodSync(folder, mode & 0o7777);
    return null;
  } catch (error) {
    return errorCode(error);
  }
}

const modeOf = (folder: string): number => statSync(folder).mode;
const shown = (mode: number): string => (mode & 0o7777).toString(8);
