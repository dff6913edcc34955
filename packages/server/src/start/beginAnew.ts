import { secretFingerprint } from '@algotheque/adapters-crypto';
import { moveContentAside } from '@algotheque/adapters-fs';
import { ContentMismatchError, UnavailableError } from '@algotheque/domain';
import { type Closing, closingAfter } from '../closing.ts';
import { shownStore } from '../places.ts';
import { type Prepared, prepareFrom } from '../prepare.ts';
import type { Env } from '../settings/schema.ts';
import { StartError } from '../startError.ts';
import { contentFolder } from '../stores/contentFolder.ts';
import { findStore, noStoreError } from '../stores/findStore.ts';
import { giveOwnerId, OWNER_ID } from '../stores/keptText.ts';
import { lockForCommand } from '../stores/lockForCommand.ts';
import { keptSecret } from '../stores/secret.ts';
import { say } from './greeting.ts';

type Say = (line: string) => void;

/**
 * Moves the content of a folder that does not belong to the database to `lost+found/` in that folder, so that a
 * server can start without it. If the two belong together it does nothing, so it cannot empty a healthy store. If
 * there is no store it makes none.
 * @param tell gets the line that says what was moved
 * @throws StartError for what an operator can repair
 */
export const moveContentAway = (env: Env, tell: Say) =>
  closingAfter(async (closing) => {
    const prepared = await prepareFrom(env);
    const { contentDir, store } = prepared.places;
    if (contentDir === null)
      throw new StartError(`The content lies in ${store.kind.name}, with its records: nothing is to be moved`);
    const found = await findStore(prepared.places, contentDir);
    if (found === 'nothing') throw noStoreError(prepared.places);
    if (found === 'no content') return nothingToMove(contentDir);
    lockForCommand(prepared.places, closing);
    return moveIfMismatched(prepared, contentDir, tell);
  });

const nothingMoved = (text: string) => ({ text, data: { movedTo: null } });
const nothingToMove = (dir: string) => nothingMoved(`There is nothing to move in ${dir}`);

async function moveIfMismatched(prepared: Prepared, dir: string, tell: Say) {
  const mismatch = await findMismatch(prepared, dir);
  if (mismatch === null) return nothingMoved('Database and content belong together: nothing was moved');
  const kept = await moveContentAside(dir, [OWNER_ID]);
  if (mismatch.owner !== null) giveOwnerId(dir, mismatch.owner); // from now on the folder belongs to the database
  if (kept === null) return nothingToMove(dir);
  tell(`What was in ${dir} is in ${kept}`);
  return { text: '', data: { movedTo: kept } };
}

/** The id of the folder that the database names, if any; null if database and folder belong together. */
async function findMismatch(prepared: Prepared, dir: string): Promise<{ readonly owner: string | null } | null> {
  try {
    await closingAfter(
      (closing) => openRecords(prepared, dir, closing),
      (error) => error,
    );
    return null;
  } catch (error) {
    if (error instanceof ContentMismatchError && error.isMovable) return error;
    throw error;
  }
}

/** As a start does, but without opening the folder or a reserve on the disk, which would make them. */
async function openRecords({ places, secret }: Prepared, dir: string, closing: Closing): Promise<void> {
  const { store: place, dataDir } = places;
  const onProblem = (problem: unknown, where: string) => say(`${where}: ${String(problem)}`);
  const driver = await place.kind.load();
  const store = await driver.open(place.url, {
    folder: await contentFolder(dir, { onProblem }),
    secretFingerprint: () => secretFingerprint(secret ?? keptSecret(dataDir, say)),
    onProblem,
  });
  closing.add(store, (opened) => opened.close(), place.path ?? 'a store');
  try {
    await store.ready();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    const where = shownStore(place.kind, store.location);
    onProblem(error, `${where} cannot be reached yet`);
    throw new StartError(`${where} cannot be reached: nothing was moved`);
  }
}
