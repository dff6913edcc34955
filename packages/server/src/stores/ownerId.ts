import { join } from 'node:path';
import { errorCode, StartError } from '../startError.ts';
import { keep, readKept, readOrMake } from './keptText.ts';

/** The id of a folder of content, which its database keeps as well. */
export const OWNER_ID = 'owner-id';

/** The id of the folder, made where it has none. @throws StartError that names the file */
export const ownerIdOf = (dir: string): string => named(dir, (path) => readOrMake(path));

/** The id of the folder, or null where it has none. @throws StartError that names the file */
export const findOwnerId = (dir: string): string | null => named(dir, (path) => readKept(path));

/** Gives the folder, which has none, the id that its database has recorded. @throws StartError that names the file */
export const giveOwnerId = (dir: string, owner: string): void => named(dir, (path) => keep(path, owner));

function named<Result>(dir: string, read: (path: string) => Result): Result {
  const path = join(dir, OWNER_ID);
  try {
    return read(path);
  } catch (error) {
    throw new StartError(`${path} cannot be used: ${errorCode(error)}`, { cause: error });
  }
}
