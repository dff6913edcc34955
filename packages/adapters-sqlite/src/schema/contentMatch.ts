import { join } from 'node:path';
import { ContentMismatchError, type ContentPlace, type LockedContentFolder } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { ColumnReader, orNull } from '../connection/rowReader.ts';
import { statOf } from '../connection/storeFile.ts';

/** The file in a folder of content with its id. */
const OWNER_ID = 'owner-id';

/** Call it before the database is opened, because that would make one. @throws ContentMismatchError */
export function refuseNoDatabase(path: string, { dir, holdsContent }: LockedContentFolder): void {
  const size = statOf(path, path)?.size ?? 0;
  if (holdsContent && size === 0) throw noDatabase(`${path} is absent or empty`, dir);
}

/**
 * Compares the ids of database and folder. Records the id of the folder in the database if neither of them can lose
 * data by this, also in a store that an embedder made without them.
 * @throws ContentMismatchError
 */
export function matchContent(database: ContentOwner, folder: LockedContentFolder, path: string): void {
  const { dir, holdsContent } = folder;
  const recorded = database.find();
  if (recorded === null) {
    if (holdsContent && !database.hadAlgos()) throw noDatabase(`${path} has never had an algorithm`, dir);
  } else {
    if (folder.findOwner() === recorded) return;
    if (holdsContent || database.hasAlgos()) throw mixed(path, folder, recorded);
  }
  // The folder first: if the start ends between the two writes, the next start repeats both.
  database.record(folder.owner());
}

const BEGIN_ANEW = 'run `algotheque begin-anew` once with the same settings: it moves';

function noDatabase(problem: string, dir: string): ContentMismatchError {
  return new ContentMismatchError(
    `${dir} holds algorithms, but ${problem}: the server would give their ids to new algorithms and overwrite them. ` +
      'Restore the database from the backup that these algorithms are from. ' +
      `To start without them, ${BEGIN_ANEW} them to ${join(dir, 'lost+found')}.`,
    { isMovable: true, owner: null },
  );
}

function mixed(path: string, folder: LockedContentFolder, recorded: string): ContentMismatchError {
  const { dir } = folder;
  const found = folder.findOwner();
  const has = found === null ? `has no ${OWNER_ID}` : `has ${OWNER_ID} ${found}`;
  return new ContentMismatchError(
    `The database ${path} and the folder ${dir} do not belong together: the database belongs to a folder with ` +
      `${OWNER_ID} ${recorded}, and this folder ${has}. Check that the right folder is mounted and named, or restore both ` +
      `from one backup. To use this database without the content of this folder, ${BEGIN_ANEW} the content to ` +
      `${join(dir, 'lost+found')}. If you know that they belong together, write ${recorded} into ${join(dir, OWNER_ID)}.`,
    { isMovable: true, owner: recorded },
  );
}

const column = new ColumnReader('contentOwner', 'id');

/**
 * Records in the database which folder has the content of its algorithms, by the id in the folder. So a database
 * that was restored beside the content of another store is recognised. All methods throw UnavailableError.
 */
export function contentOwner(connection: Connection) {
  const find = connection.prepare('SELECT id, owner FROM contentOwner WHERE id = 1');
  const record = connection.prepare('INSERT OR REPLACE INTO contentOwner (id, owner) VALUES (1, ?)');
  const findAlgo = connection.prepare(
    'SELECT id FROM algos WHERE id > 0 UNION ALL SELECT id FROM bin WHERE id > 0 LIMIT 1',
  );
  const findGivenId = connection.prepare('SELECT id FROM algoIds WHERE id = 1 AND last > 0');
  const hasAlgos = (): boolean => connection.read(() => findAlgo.get()) !== undefined;
  return {
    /** The id of the folder; null if none was recorded. */
    find: (): string | null => connection.read(() => orNull(find.get(), (row) => column.text(row, 'owner'))),
    /** Records the id of the folder, durably. */
    record(owner: string): void {
      connection.write(() => record.run(owner));
    },
    /** Whether there is an algorithm, perhaps in the bin. */
    hasAlgos,
    /** Whether there was ever an algorithm: ids are not given again. */
    hadAlgos: (): boolean => hasAlgos() || connection.read(() => findGivenId.get()) !== undefined,
  };
}

export type ContentOwner = ReturnType<typeof contentOwner>;

/** The folder of content, as the database has recorded it. */
export function contentPlaceOf(database: ContentOwner): ContentPlace | null {
  const owner = database.find();
  return owner === null ? null : { owner };
}
