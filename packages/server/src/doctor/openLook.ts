import { secretFingerprint } from '@algotheque/adapters-crypto';
import { type ContentFolderReader, DataFolderInUseError } from '@algotheque/adapters-fs';
import type { OnProblem } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import { localLinks } from '../mails/localLinks.ts';
import type { Places } from '../places.ts';
import type { Prepared } from '../prepare.ts';
import { StartError } from '../startError.ts';
import { contentIn, openContentFolder, otherFolder } from '../stores/contentFolder.ts';
import { findStore, noStoreError, refuseNoFile } from '../stores/findStore.ts';
import { lockForCommand } from '../stores/lockForCommand.ts';
import { findSecret } from '../stores/secret.ts';
import { Known, type Look, mendingOf } from './look.ts';

interface Opening extends Pick<Look, 'now' | 'reach'> {
  readonly closing: Closing;
  readonly onProblem: OnProblem;
  /** Whether the store is opened for this process alone, to mend it. A store that a server uses is refused then. */
  readonly repair: boolean;
}

export type StoreLook = Awaited<ReturnType<typeof openLook>>;

/**
 * Opens the store of the settings to look through it. Without `repair` a server may use it, and nothing is changed.
 * @throws StartError
 */
export async function openLook({ settings, places, secret }: Prepared, opening: Opening) {
  const { closing, onProblem, repair, now, reach } = opening;
  const { store, dataDir } = places;
  if (repair) refuseNoFile(store);
  const folder = await openFolder(places);
  if (repair) lockForRepair(places, closing);
  const driver = await store.kind.load();
  const fingerprint = (): string | null => {
    const found = secret ?? findSecret(dataDir);
    return found === null ? null : secretFingerprint(found);
  };
  const options = { mends: repair, secretFingerprint: fingerprint, onProblem };
  const reading = closing.add(await driver.read(store.url, options), (opened) => opened.close());
  const { ports, present, portable, checks, location } = reading;
  return {
    ports,
    emailCase: ports.users.emailCase ?? 'exact',
    portable: present,
    sizes: null,
    content: folder ?? contentIn(reading),
    storeChecks: checks,
    location,
    folder,
    /** The ids of the folder and of the one that the database names; null if they are the same, or nothing is recorded. */
    otherFolder: otherFolder(places, await reading.contentPlace()),
    localLinks: localLinks(settings, places),
    known: new Known(),
    /** Null when nothing may be changed. */
    mending: portable === null ? null : mendingOf(portable, folder?.root ?? dataDir),
    now,
    reach,
  } satisfies Look & Record<string, unknown>;
}

/** The folder of content; null when the store has the content. @throws StartError when there is no store */
async function openFolder(places: Places): Promise<ContentFolderReader | null> {
  const { contentDir } = places;
  if (contentDir !== null && (await findStore(places, contentDir)) === 'nothing') throw noStoreError(places);
  return openContentFolder(contentDir);
}

/** @throws StartError when a server uses one of the folders, or root would make files in the store of another user */
function lockForRepair(places: Places, closing: Closing): void {
  try {
    lockForCommand(places, closing);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    const advice = 'Stop the server first, or look without --repair';
    throw new StartError(`--repair needs the store for itself. ${error.message}. ${advice}`, { cause: error });
  }
}
