import {
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { types } from 'node:util';

// This file and those that it imports import modules of Node only: they run on a thread without the conditions of the process.

export type FileStep =
  /** Makes a file that is not there yet. Its content and its name are durable when the step is done. */
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Uint8Array }
  /** Gives a file a second name, which is durable when the step is done. A name that is there stays. A file of more bytes is no content. */
  | { readonly kind: 'link'; readonly from: string; readonly to: string; readonly maxBytes: number }
  /** Renames a file. What has the new name is replaced, unless that is not allowed. */
  | { readonly kind: 'move'; readonly from: string; readonly to: string; readonly replaces: boolean }
  | { readonly kind: 'remove'; readonly path: string };

/** 'absent': there is no such file. An error: the step may not be done, or may not be durable. */
export type StepOutcome = 'done' | 'exists' | 'absent' | Error;

/** What a step has done that is not durable yet. */
export interface BegunStep {
  readonly outcome: StepOutcome;
  readonly file: number | null;
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const FILE_MODE = 0o600;

/** Does a step, except for its syncs. It blocks. */
export function beginStep(step: FileStep): BegunStep {
  try {
    if (step.kind === 'write') return { outcome: 'done', file: writeNew(step.path, step.bytes) };
    return { outcome: nameStep(step), file: null };
  } catch (error) {
    const code = codeOf(error);
    return { outcome: code === 'ENOENT' ? 'absent' : code === 'EEXIST' ? 'exists' : asError(error), file: null };
  }
}

function nameStep(step: Exclude<FileStep, { readonly kind: 'write' }>): StepOutcome {
  if (step.kind === 'remove') unlinkSync(step.path);
  else if (step.kind === 'link') {
    const stat = lstatSync(step.from, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size > step.maxBytes) return 'absent'; // what can be no content becomes no former version
    linkSync(step.from, step.to);
  } else {
    if (!step.replaces && isThere(step.to)) return isThere(step.from) ? 'exists' : 'absent';
    renameSync(step.from, step.to);
    // A crash may have left both names of one file: a rename from one to the other does nothing.
    if (isThere(step.from)) unlinkSync(step.from);
  }
  return 'done';
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** A failed sync is not tried again: the system may have given up the content. */
export function syncFile(file: number, path: string): StepOutcome {
  try {
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return 'done';
  } catch (error) {
    unlinkIfThere(path);
    return asError(error);
  }
}

/** Writes a new file that only this user can access. What an earlier try has left under the name is removed. */
function writeNew(path: string, bytes: Uint8Array): number {
  const file = openNew(path);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done);
    return file;
  } catch (error) {
    closeSync(file);
    unlinkIfThere(path); // frees the space on a full disk at once
    throw error;
  }
}

function openNew(path: string): number {
  try {
    return openSync(path, NEW_FILE, FILE_MODE);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    unlinkSync(path);
    return openSync(path, NEW_FILE, FILE_MODE);
  }
}

/** A name that cannot be removed is found by `pending`; the error that came before it is the one to report. */
function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    return;
  }
}

export const asError = (error: unknown): Error => (types.isNativeError(error) ? error : new Error(String(error)));

const codeOf = (error: unknown): unknown => (types.isNativeError(error) && 'code' in error ? error.code : null);
