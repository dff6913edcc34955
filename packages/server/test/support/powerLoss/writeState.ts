import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Loss } from './losses.ts';
import type { RecordedDisk } from './recordedDisk.ts';
import type { RecordedFile } from './recordedFile.ts';
import type { RecordedFolder } from './recordedFolder.ts';
import type { Names } from './recordedNames.ts';

/** A file may have two names. */
interface FileState {
  readonly file: RecordedFile;
  readonly bytes: Uint8Array;
}

/** The files of a state, by their paths; null for a folder. */
export type State = ReadonlyMap<string, FileState | null>;

/** What the disk has after a power loss. */
export function stateAfter(disk: RecordedDisk, loss: Loss): State {
  return stateOf(disk.root, { names: loss.names(disk.names), loss });
}

function stateOf(folder: RecordedFolder, kept: { readonly names: Names; readonly loss: Loss }, path = ''): State {
  const state = new Map<string, FileState | null>();
  for (const [name, entry] of kept.names.get(folder) ?? []) {
    const at = join(path, name);
    if (entry.kind === 'file') state.set(at, { file: entry, bytes: bytesOf(entry, kept.loss, state) });
    else for (const [inner, found] of [[at, null] as const, ...stateOf(entry, kept, at)]) state.set(inner, found);
  }
  return state;
}

/** Both names of a file show the same bytes. */
function bytesOf(file: RecordedFile, loss: Loss, state: State): Uint8Array {
  return [...state.values()].find((other) => other?.file === file)?.bytes ?? loss.bytes(file);
}

/** The same for equal states only. */
export function stateDigest(state: State): string {
  const hash = createHash('sha256');
  for (const path of [...state.keys()].sort()) {
    const bytes = state.get(path)?.bytes;
    hash.update(`${path} ${bytes?.length ?? 'folder'}\n`);
    if (bytes !== undefined) hash.update(bytes);
  }
  return hash.digest('hex');
}

const LONG_AGO = 1_000_000_000;

/**
 * Writes a state into a new folder. Its files are old, so that a start does not take leftovers for work of the moment.
 * @param reserve a complete reserve, which the folder gets as a second name: writing one takes megabytes
 */
export function writeState(state: State, dir: string, reserve: string): void {
  mkdirSync(dir, { mode: 0o700 });
  const written = new Map<RecordedFile, string>();
  for (const [path, found] of state) {
    const at = join(dir, path);
    const other = found === null ? undefined : path === 'reserve' ? reserve : written.get(found.file);
    if (found === null) mkdirSync(at, { mode: 0o700 });
    else if (other !== undefined) linkSync(other, at);
    else {
      writeFileSync(at, found.bytes, { mode: 0o600 });
      utimesSync(at, LONG_AGO, LONG_AGO);
      written.set(found.file, at);
    }
  }
}
