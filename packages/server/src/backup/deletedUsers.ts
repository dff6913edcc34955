import { readFile } from 'node:fs/promises';
import { StartError } from '../startError.ts';

const ID = /^[1-9][0-9]{0,15}$/;

/**
 * The ids in a file of users who were deleted: a line for each, which is the id, or the line `user.deleted` of the log of a server.
 * @throws StartError for another line, without repeating it; a system error
 */
export async function deletedUsers(path: string): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  for (const [index, line] of (await readFile(path, 'utf8')).split('\n').entries()) {
    const text = line.trim();
    if (text === '') continue;
    const id = ID.test(text) ? Number(text) : idInLog(text);
    if (id === null)
      throw new StartError(`${path}, line ${index + 1}: neither an id nor a line "user.deleted" of a log`);
    ids.add(id);
  }
  return ids;
}

function idInLog(text: string): number | null {
  const found = /"action":"user\.deleted"/.test(text) ? /"targetId":([1-9][0-9]{0,15})\b/.exec(text)?.[1] : undefined;
  return found === undefined ? null : Number(found);
}
