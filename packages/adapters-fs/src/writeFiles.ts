import { closeSync, constants, fsyncSync, lstatSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { foreignKind } from './foreignKind.ts';
import { type OpenedFolder, requireSameFolder } from './openedFolder.ts';

// This file and those that it imports import modules of Node only: they run on a thread without the conditions of the process.

/** What a file must become. */
export interface FileWork {
  /** The path of the file. */
  readonly published: string;
  /** A path for the time until the file is complete; null: there must be no file. */
  readonly staged: string | null;
  readonly bytes: Uint8Array;
  /** Whether no file is known at the path. */
  readonly isNew: boolean;
}

export interface FileWorks {
  readonly root: OpenedFolder;
  readonly staging: string;
  readonly works: readonly FileWork[];
  /** A larger file is no content. */
  readonly maxBytes: number;
}

/** Null: the file is durable. 'foreign': what can be no content is in its place. Else why it may not be durable. */
export type FileOutcome = null | 'foreign' | Error;

interface Begun {
  /** Null when nothing is to be synced. */
  readonly file: number | null;
  readonly outcome: FileOutcome;
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const FILE_MODE = 0o600;

/**
 * Writes all files, then makes all durable, then their names: a filesystem with a journal writes it less often so. Each file is open until
 * then, because the system reports a failed write of its content only to who had it open. It blocks.
 * @throws Error when none of them may be durable
 */
export function writeFiles({ works, ...rest }: FileWorks): readonly FileOutcome[] {
  const begun = works.map((work) => begin(work, rest));
  const outcomes = begun.map(({ file, outcome }) => (file === null ? outcome : sync(file)));
  syncFolder(rest.root.path);
  requireSameFolder(rest.root); // otherwise the files may be in the other folder
  return outcomes;
}

function begin(work: FileWork, { root, staging, maxBytes }: Omit<FileWorks, 'works'>): Begun {
  try {
    requireSameFolder(root);
    const { published, staged, bytes, isNew } = work;
    if (staged === null) return { file: null, outcome: remove(published, staging) };
    // Readers do not look at a new file before it is durable: it needs no temporary name.
    const made = isNew ? writeNew(published, bytes) : null;
    if (made !== null) return { file: made, outcome: null };
    if (isForeign(published, maxBytes)) return { file: null, outcome: 'foreign' };
    return { file: replace(published, { staged, staging, bytes }), outcome: null };
  } catch (error) {
    return { file: null, outcome: asError(error) };
  }
}

/** A failed sync is not tried again: the system may have given up the content. */
function sync(file: number): FileOutcome {
  try {
    syncAndClose(file);
    return null;
  } catch (error) {
    return asError(error);
  }
}

function syncAndClose(file: number): void {
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function remove(published: string, staging: string): FileOutcome {
  try {
    unlinkSync(published);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      if (lstatSync(published).isDirectory()) return 'foreign';
      throw error;
    }
    requireFolder(staging); // distinguishes an absent file from an absent disk
  }
  return null;
}

interface Staged {
  readonly staged: string;
  readonly staging: string;
  readonly bytes: Uint8Array;
}

/** Never writes into a file that is there: it may have a second name. */
function replace(published: string, { staged, staging, bytes }: Staged): number {
  requireFolder(staging); // with a symbolic link in the place of `staging/` nothing is written elsewhere
  const file = writeNew(staged, bytes) ?? writeAgain(staged, bytes);
  try {
    renameSync(staged, published);
    return file;
  } catch (error) {
    closeSync(file);
    unlinkIfThere(staged);
    throw error;
  }
}

/** What an earlier try has left under the name is removed. */
function writeAgain(staged: string, bytes: Uint8Array): number {
  unlinkSync(staged);
  const file = writeNew(staged, bytes);
  if (file === null) throw new Error(`Another program writes ${staged}`);
  return file;
}

/** Writes a new file that only this user can access; null, without a change, when something has the name already. */
function writeNew(path: string, bytes: Uint8Array): number | null {
  const file = openUnlessThere(path);
  if (file === null) return null;
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done);
    return file;
  } catch (error) {
    closeSync(file);
    unlinkIfThere(path); // frees the space on a full disk at once
    throw error;
  }
}

function openUnlessThere(path: string): number | null {
  try {
    return openSync(path, NEW_FILE, FILE_MODE);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  }
}

/** A name that cannot be removed is used again, or removed at a start; the error that came before it is the one to report. */
function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    return;
  }
}

function isForeign(path: string, maxBytes: number): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && foreignKind(stat, maxBytes) !== null;
}

function requireFolder(path: string): void {
  if (!lstatSync(path).isDirectory()) throw new Error(`This is not a folder: ${path}`);
}

/** Makes the names in the folder durable; fails if the path is a symbolic link. */
function syncFolder(path: string): void {
  syncAndClose(openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW));
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);
