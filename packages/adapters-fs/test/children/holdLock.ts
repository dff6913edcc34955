/** Tries to lock a data folder, prints the result, and runs until it is killed or its input ends. */
import { writeSync } from 'node:fs';
import { type FolderUse, lockDataFolder } from '../../src/index.ts';

try {
  lockDataFolder(process.argv[2] ?? '', (process.argv[3] ?? 'alone') as FolderUse);
  writeSync(1, 'owner\n');
} catch (error) {
  writeSync(1, `${error instanceof Error ? error.name : String(error)}\n`);
}
process.stdin.resume();
