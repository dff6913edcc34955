import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentOwner } from '@algotheque/adapters-sqlite';
import { findOwnerId, OWNER_ID, ownerIdOf } from '../ownerId.ts';
import { StartError } from '../startError.ts';

/**
 * The content in a folder does not belong to the database, or there is no database. Nothing was made or changed.
 */
export class ContentMismatchError extends StartError {
  override readonly name = 'ContentMismatchError';
  /** The id of the folder that the database has recorded; null if it has recorded none. */
  readonly owner: string | null;

  constructor(message: string, owner: string | null, options?: ErrorOptions) {
    super(message, options);
    this.owner = owner;
  }
}

export interface FolderOfContent {
  readonly dir: string;
  /** Whether the folder has content. */
  readonly holdsContent: boolean;
}

/** A folder of content and the database file beside it. */
export interface Pair extends FolderOfContent {
  readonly path: string;
}

/** Call it before the database is opened, because that would make one. @throws ContentMismatchError */
export function refuseNoDatabase({ path, dir, holdsContent }: Pair): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (holdsContent && size === 0) throw noDatabase(`${path} is absent or empty`, dir);
}

/**
 * Compares the ids of database and folder. Records the id of the folder in the database if neither of them can lose
 * data by this, also in a store of a release without ids.
 * @throws ContentMismatchError
 */
export function matchContent(database: ContentOwner, { path, dir, holdsContent }: Pair): void {
  const recorded = database.find();
  if (recorded === null) {
    if (holdsContent && !database.hadAlgos()) throw noDatabase(`${path} has never had an algorithm`, dir);
  } else {
    const found = findOwnerId(dir);
    if (found === recorded) return;
    if (holdsContent || database.hasAlgos()) throw mixed({ path, dir, recorded, found });
  }
  // The folder first: if the start ends between the two writes, the next start repeats both.
  database.record(ownerIdOf(dir));
}

const BEGIN_ANEW = 'run `algotheque begin-anew` once with the same settings: it moves';

function noDatabase(problem: string, dir: string): ContentMismatchError {
  return new ContentMismatchError(
    `${dir} holds algorithms, but ${problem}: the server would give their ids to new algorithms and overwrite them. ` +
      'Restore the database from the backup that these algorithms are from. ' +
      `To start without them, ${BEGIN_ANEW} them to ${join(dir, 'lost+found')}.`,
    null,
  );
}

function mixed(pair: {
  readonly path: string;
  readonly dir: string;
  readonly recorded: string;
  readonly found: string | null;
}): ContentMismatchError {
  const { path, dir, recorded, found } = pair;
  const has = found === null ? `has no ${OWNER_ID}` : `has ${OWNER_ID} ${found}`;
  return new ContentMismatchError(
    `The database ${path} and the folder ${dir} do not belong together: the database belongs to a folder with ` +
      `${OWNER_ID} ${recorded}, and this folder ${has}. Check that the right folder is mounted and named, or restore both ` +
      `from one backup. To use this database without the content of this folder, ${BEGIN_ANEW} the content to ` +
      `${join(dir, 'lost+found')}. If you know that they belong together, write ${recorded} into ${join(dir, OWNER_ID)}.`,
    recorded,
  );
}
