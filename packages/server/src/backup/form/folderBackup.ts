import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { StartError } from '../../startError.ts';
import type { Backup, BackupFile } from './backup.ts';
import { LOCKS, partOf } from './parts.ts';
import { openPart } from './readPart.ts';

const CHUNK_BYTES = 256 * 1_024;
/** The deepest part is `contents/ab/NAME`. */
const MOST_FOLDERS = 2;

/** @throws a system error */
export async function openFolderBackup(dir: string): Promise<Backup> {
  const files: BackupFile[] = [];
  const foreign: string[] = [];
  const look = async (folder: string, depth: number): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(dir, path).split(sep).join('/');
      if (entry.isDirectory() && depth < MOST_FOLDERS) await look(path, depth + 1);
      else if (entry.isFile() && partOf(name) !== null) files.push({ name, bytes: (await lstat(path)).size });
      else if (!LOCKS.includes(name)) foreign.push(name);
    }
  };
  await look(dir, 0);
  return {
    location: dir,
    files,
    foreign,
    async *read(name) {
      const file = await openPart(join(dir, name));
      if (file === null) throw new StartError(`${name} is missing`);
      try {
        yield* file.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false });
      } finally {
        await file.close();
      }
    },
    async close() {},
  };
}
