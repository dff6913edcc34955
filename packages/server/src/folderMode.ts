import { chmodSync, statSync } from 'node:fs';
import { errorCode, StartError } from './startError.ts';

/** Whoever may write in a folder may put files of their own in the place of ours. To read names there is no such harm. */
const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;
/** Taken away where either is set: others have nothing to do there at all. */
const TOO_OPEN = 0o027;
const STICKY = 0o1000;

/**
 * Takes the right to write in a folder of ours from group and others, and tells so in a line. Where that cannot be done,
 * for the folder is another user's or all the world's (`/tmp`), one that everybody may write in is refused; one that a
 * group may is told of, for so orchestrators give a volume to a process.
 * @throws StartError that names the folder
 */
export function closeToOthers(folder: string, tell: (line: string) => void): void {
  const found = modeOf(folder);
  if ((found & (GROUP_WRITES | OTHERS_WRITE)) === 0 || process.platform === 'win32') return; // Windows has no such modes
  const wasOpen = `Others could write in the folder ${folder} (mode ${shown(found)})`;
  const refusal = (found & STICKY) === 0 ? refusalOfChange(folder, found & ~TOO_OPEN) : 'it is shared by all';
  if (refusal === null) {
    const now = modeOf(folder);
    tell(`${wasOpen}: it has mode ${shown(now)} now. See whether all that is in it is yours`);
  } else if ((found & OTHERS_WRITE) === 0) {
    tell(`${wasOpen}, and that cannot be changed: ${refusal}`);
  } else {
    throw new StartError(
      `${wasOpen}, and that cannot be changed: ${refusal}. Name a folder in it that is not there yet, which is then made for this user alone`,
    );
  }
}

/** Changes the mode; why that was refused, or null. */
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
