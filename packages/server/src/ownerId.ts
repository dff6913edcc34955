import { join } from 'node:path';
import { readOrMake } from './keptText.ts';
import { errorCode, StartError } from './startError.ts';

/** The id of a folder of content, which its database keeps as well. */
const OWNER_ID = 'owner-id';

/** The id of the folder, made where it has none. @throws StartError that names the file */
export const ownerIdOf = (dir: string): string => named(dir, (path) => readOrMake(path));

function named<Result>(dir: string, read: (path: string) => Result): Result {
  const path = join(dir, OWNER_ID);
  try {
    return read(path);
  } catch (error) {
    throw new StartError(`${path} cannot be used: ${errorCode(error)}`, { cause: error });
  }
}
