import { closingAfter } from '../closing.ts';
import { copyInto, type Moved } from '../migrate/copyInto.ts';
import type { SidePlace } from '../places.ts';
import { StartError } from '../startError.ts';
import type { Watch } from '../terminal/progress.ts';
import { openBackup } from './form/openBackup.ts';
import { verifyBackup } from './form/verifyBackup.ts';
import { leftOutText } from './leftOut.ts';
import { restoreSide } from './restoreSide.ts';

export interface Restoring extends Watch {
  /** The folder or file of the backup. */
  readonly path: string;
  /** A store that holds nothing. */
  readonly to: SidePlace;
  /** The secret of the service, which has to have signed the backup; null if it is not known. */
  readonly secret: Uint8Array | null;
  /** Takes a backup that the secret has not signed too. Its sessions are left out. */
  readonly unsigned: boolean;
}

/**
 * Verifies a backup, copies it into an empty store, and verifies the copy. Called again after an interruption, it resumes.
 * @throws StartError for what an operator can repair; nothing stays locked then, and no server opens a target that is not complete
 */
export function restore({ path, to, signal, progress, secret, unsigned }: Restoring): Promise<Moved> {
  return closingAfter(async (closing) => {
    const backup = closing.add(await openBackup(path), (opened) => opened.close());
    const { manifest, isSigned } = await verifyBackup(backup, { signal, progress, secret });
    if (isSigned === false && !unsigned) throw notSigned(path);
    if (isSigned !== true) progress.note(WITHOUT_SESSIONS);
    if (manifest.leftOut.count > 0) progress.note(leftOutText(manifest));
    const from = restoreSide(backup, manifest, { hasSessions: isSigned === true, signal });
    return copyInto(to, from, { closing, signal, progress });
  });
}

/** A person who can write a backup could put a session into it, whose token is known to them. */
const WITHOUT_SESSIONS =
  'Nothing shows that this service made the backup, because its secret is not known or has not signed it: access tokens are left out, and everybody logs in again';

const notSigned = (path: string): StartError =>
  new StartError(
    `${path} is not signed with the secret of the settings: a release without signatures or a service with another secret made it, or somebody has changed it. ` +
      '--unsigned restores it nevertheless, without access tokens',
  );
