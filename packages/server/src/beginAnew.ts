import { holdsContent, lockDataFolder, moveContentAside } from '@algotheque/adapters-fs';
import { NO_DISK_ROOM } from '@algotheque/domain';
import { Closing } from './closing.ts';
import { giveOwnerId, OWNER_ID } from './ownerId.ts';
import { ownedFolders } from './places.ts';
import { type Prepared, prepare } from './prepare.ts';
import { keptSecret } from './secret.ts';
import { loadSettings } from './settings/loadSettings.ts';
import { asStartError, StartError, UsageError } from './startError.ts';
import { ContentMismatchError } from './stores/contentMatch.ts';
import { findStore, noStoreError } from './stores/findStore.ts';
import { openMongo } from './stores/openMongo.ts';
import { openSqlite } from './stores/openSqlite.ts';
import { say } from './terminal.ts';

/**
 * Moves the content of a folder that does not belong to the database to `lost+found/` in that folder, so that a
 * server can start without it. If the two belong together it does nothing, so it cannot empty a healthy store. If
 * there is no store it makes none.
 * @throws StartError for what an operator can repair; UsageError for any argument
 */
export async function beginAnew(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (args.length > 0) throw new UsageError('begin-anew takes no arguments: settings come from the environment');
  try {
    const prepared = await prepare(loadSettings(env));
    const { files } = prepared.places;
    if (files.kind !== 'folder')
      throw new StartError('The content lies in MongoDB, with its records: nothing is to be moved');
    const found = await findStore(prepared.places, files.dir);
    if (found === 'nothing') throw noStoreError(prepared.places);
    if (found === 'no content') sayNothingToMove(files.dir);
    else await moveIfMismatched(prepared, files.dir);
  } catch (error) {
    throw asStartError(error);
  }
}

/** The answer that nothing needs to be done goes to standard output; reports of changes go to standard error. */
const answer = (line: string): void => void process.stdout.write(`${line}\n`);

const sayNothingToMove = (dir: string): void => answer(`There is nothing to move in ${dir}`);

async function moveIfMismatched(prepared: Prepared, dir: string): Promise<void> {
  const closing = new Closing();
  try {
    for (const folder of ownedFolders(prepared.places)) closing.add(lockDataFolder(folder), (lock) => lock.release());
    const mismatch = await findMismatch(prepared, dir);
    if (mismatch === null) return answer('Database and content belong together: nothing was moved');
    const kept = await moveContentAside(dir, [OWNER_ID]);
    if (mismatch.owner !== null) giveOwnerId(dir, mismatch.owner); // from now on the folder belongs to the database
    if (kept === null) sayNothingToMove(dir);
    else say(`What was in ${dir} is in ${kept}`);
  } finally {
    await closing.close();
  }
}

/** The id of the folder that the database names, if any; null if database and folder belong together. */
async function findMismatch(prepared: Prepared, dir: string): Promise<{ readonly owner: string | null } | null> {
  const closing = new Closing();
  try {
    await openRecords(prepared, dir, closing);
    return null;
  } catch (error) {
    if (error instanceof ContentMismatchError) return { owner: error.owner };
    throw error;
  } finally {
    await closing.close();
  }
}

/**
 * Opens the database beside the folder, as a start does, but without opening the folder or a reserve on the disk,
 * which would make them.
 */
async function openRecords({ places, secret }: Prepared, dir: string, closing: Closing): Promise<void> {
  const onProblem = (problem: unknown, where: string) => say(`${where}: ${String(problem)}`);
  const folder = { dir, holdsContent: await holdsContent(dir) };
  const { store, dataDir } = places;
  if (store.kind === 'sqlite') {
    openSqlite({ ...folder, path: store.path }, { onProblem, room: NO_DISK_ROOM, closing });
    return;
  }
  const parts = { secret: secret ?? keptSecret(dataDir, say), onProblem, closing };
  const { awaited } = await openMongo(store.url, folder, parts);
  if (awaited !== null) throw new StartError(`MongoDB at ${awaited} cannot be reached: nothing was moved`);
}
