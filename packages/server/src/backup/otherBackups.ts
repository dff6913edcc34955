import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent } from '@algotheque/domain/files';
import { MAX_MANIFEST_BYTES, type Manifest, parseManifest } from './form/manifest.ts';
import { MANIFEST } from './form/parts.ts';
import { readPart } from './form/readPart.ts';
import { isOwnFolder } from './own.ts';

export interface FoundBackup {
  readonly name: string;
  readonly path: string;
  /** Milliseconds since the Unix epoch. */
  readonly date: number;
}

/** The finished backups of this user in a folder, the newest first. Those of others are neither linked nor removed. */
export async function backupsIn(folder: string): Promise<readonly FoundBackup[]> {
  const entries = (await ifPresent(readdir(folder, { withFileTypes: true }))) ?? [];
  const found: FoundBackup[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const path = join(folder, name);
    if (!(await isOwnFolder(path))) continue;
    const manifest = await manifestIn(path);
    if (manifest !== null) found.push({ name, path, date: Date.parse(manifest.date) });
  }
  return found.toSorted((one, other) => other.date - one.date);
}

/** The folder of the newest finished backup in a folder; null if there is none. */
export async function newestBackup(folder: string): Promise<string | null> {
  return (await backupsIn(folder)).find(({ name }) => !name.endsWith('.partial'))?.path ?? null;
}

/** Null for a folder that is no backup, or none that this release can use. */
async function manifestIn(path: string): Promise<Manifest | null> {
  try {
    const bytes = await readPart(join(path, MANIFEST), MAX_MANIFEST_BYTES);
    return bytes === null ? null : parseManifest(Buffer.from(bytes).toString());
  } catch {
    return null; // it cannot be read, so nothing is linked from it and it is not removed
  }
}
