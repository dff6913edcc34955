import { lockDataFolder, moveContentAside } from '@algotheque/adapters-fs';
import { Closing } from './closing.ts';
import { DiskRooms } from './diskRooms.ts';
import { giveOwnerId, OWNER_ID } from './ownerId.ts';
import { ownedFolders } from './places.ts';
import { type Prepared, prepare } from './prepare.ts';
import { keptSecret } from './secret.ts';
import { loadSettings } from './settings/loadSettings.ts';
import { asStartError, StartError, UsageError } from './startError.ts';
import { ContentMismatchError } from './stores/contentMatch.ts';
import { openStores } from './stores/openStores.ts';
import { say } from './terminal.ts';

/**
 * Moves the content of a folder that does not belong to the database to `lost+found/` there, so that a server starts
 * without it. Where the two belong together it does nothing: this cannot empty a store that is well.
 * @throws StartError for what an operator can mend; UsageError for any argument
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
    await moveIfMismatched(prepared, files.dir);
  } catch (error) {
    throw asStartError(error);
  }
}

async function moveIfMismatched(prepared: Prepared, dir: string): Promise<void> {
  const closing = new Closing();
  try {
    for (const folder of ownedFolders(prepared.places)) closing.add(lockDataFolder(folder), (lock) => lock.release());
    const owner = await mismatchedOwner(prepared);
    const kept = await moveContentAside(dir, [OWNER_ID]);
    if (owner !== null) giveOwnerId(dir, owner); // the folder is the database's from now on
    say(kept === null ? `There was nothing to move in ${dir}` : `What was in ${dir} is in ${kept}`);
  } finally {
    await closing.close();
  }
}

/** The id of the folder that the database names, or null; throws where database and folder belong together. */
async function mismatchedOwner({ places, secret }: Prepared): Promise<string | null> {
  const closing = new Closing();
  const tell = (line: string): void => say(line);
  try {
    const onProblem = (problem: unknown, where: string) => say(`${where}: ${String(problem)}`);
    const rooms = new DiskRooms(places.dataDir, onProblem);
    const parts = { secret: secret ?? keptSecret(places.dataDir, tell), onProblem, rooms };
    const { awaited } = await openStores(places, parts, closing);
    const problem =
      awaited === null
        ? 'Database and content belong together: nothing was moved'
        : `MongoDB at ${awaited} cannot be reached: nothing was moved`;
    throw new StartError(problem);
  } catch (error) {
    if (error instanceof ContentMismatchError) return error.owner;
    if (error instanceof Error && error.name === 'ContentOrphanedError') return null; // of the adapter for MongoDB
    throw error;
  } finally {
    await closing.close();
  }
}
