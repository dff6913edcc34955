import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from './repository.ts';
import { packageFolders } from './versions.ts';

/**
 * Runs `work` on a copy of the last commit, so that nothing changes in the repository. The copy uses the installed libraries of the
 * repository; its packages import each other, not those of the repository.
 */
export async function onCopy<Result>(root: string, work: (copy: string) => Promise<Result>): Promise<Result> {
  const scratch = mkdtempSync(join(tmpdir(), 'algotheque-release-'));
  const copy = join(scratch, 'algotheque'); // the bill of materials is about a thing with the name of the folder
  try {
    git(root, 'clone', '--quiet', '--shared', root, copy);
    for (const folder of ['.', ...packageFolders(root)]) {
      const libraries = join(root, folder, 'node_modules');
      if (existsSync(libraries)) linkLibraries(libraries, join(copy, folder, 'node_modules'));
    }
    return await work(copy);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Links to packages of the repository are relative, so in the copy they lead to the packages of the copy. */
function linkLibraries(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else if (entry.name.startsWith('@')) linkLibraries(from, to);
    else symlinkSync(from, to);
  }
}
