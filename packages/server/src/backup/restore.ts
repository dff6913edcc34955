import type { OnProblem } from '@algotheque/domain';
import { Closing } from '../closing.ts';
import { copyInto, type Moved } from '../migrate/copyInto.ts';
import { openTarget } from '../migrate/openTarget.ts';
import type { SidePlace } from '../migrate/sidePlace.ts';
import type { Progress } from '../progress/progress.ts';
import { asStartError, errorCode } from '../startError.ts';
import { openBackup } from './form/openBackup.ts';
import { verifyBackup } from './form/verifyBackup.ts';
import { leftOutText } from './made.ts';
import { restoreSide } from './restoreSide.ts';

export interface Restoring {
  /** The folder or file of the backup. */
  readonly path: string;
  /** A store that holds nothing. */
  readonly to: SidePlace;
  /** Ends the work between two rows, with its reason; it can be resumed. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/**
 * Verifies a backup, copies it into an empty store, and verifies the copy. Called again after an interruption, it resumes.
 * @throws StartError for what an operator can repair; nothing stays locked then, and no server opens a target that is not complete
 */
export async function restore({ path, to, signal, progress }: Restoring): Promise<Moved> {
  const closing = new Closing();
  try {
    const backup = closing.add(await openBackup(path), (opened) => opened.close());
    const manifest = await verifyBackup(backup, { signal, progress });
    if (manifest.leftOut.count > 0) progress.note(leftOutText(manifest));
    const from = restoreSide(backup, manifest);
    const onProblem: OnProblem = (problem, where) => progress.note(`${where}: ${errorCode(asStartError(problem))}`);
    const target = await openTarget(to, { source: from.location, closing, onProblem });
    return await copyInto(target, { from, signal, progress });
  } catch (error) {
    throw asStartError(error);
  } finally {
    await closing.close();
  }
}
