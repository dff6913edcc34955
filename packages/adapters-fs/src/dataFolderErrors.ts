import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreRefusedError } from '@algotheque/domain';

/** Another process owns the data folder. */
export class DataFolderInUseError extends StoreRefusedError {
  override readonly name = 'DataFolderInUseError';
  readonly folder: string;
  /** The owner's process id, if known; for people only. */
  readonly pid: number | null;

  constructor(folder: string, pid: number | null) {
    super(`The data folder ${folder} is in use by ${pid === null ? 'another process' : `process ${pid}`}`);
    this.folder = folder;
    this.pid = pid;
  }
}

/** A file of this package is not beside its modules. */
export class BundledError extends StoreRefusedError {
  override readonly name = 'BundledError';

  constructor(path: string) {
    super(
      `${path} is not there, and it writes the files of algorithms. A bundler that joins modules leaves it out: keep the packages algotheque and @algotheque/* outside of the bundle (esbuild: --packages=external)`,
    );
  }
}

/** The data folder cannot be made or written, or is no folder. */
export class DataFolderNotWritableError extends StoreRefusedError {
  override readonly name = 'DataFolderNotWritableError';
  readonly folder: string;
  readonly reason: string;

  constructor(folder: string, cause: Error) {
    super(`The data folder ${folder} cannot be written: ${cause.message}${ownerHint(folder)}`, { cause });
    this.folder = folder;
    this.reason = cause.message;
  }
}

/** Whose the folder is, or the one above it that is there, if it is not of this user. @param uid of this process; undefined on Windows */
export function ownerHint(folder: string, uid = process.geteuid?.()): string {
  const owner = ownerOf(folder);
  if (uid === undefined || uid === 0 || owner === null || owner.uid === uid) return '';
  return `. ${owner.path} belongs to user ${owner.uid}, and this is user ${uid}: chown -R ${uid} ${owner.path}`;
}

export interface Owner {
  readonly path: string;
  readonly uid: number;
  readonly gid: number;
}

/** Whose a file or folder is, or the nearest folder above it that is there; null if none can be seen. */
export function ownerOf(path: string): Owner | null {
  try {
    const { uid, gid } = statSync(path);
    return { path, uid, gid };
  } catch {
    return dirname(path) === path ? null : ownerOf(dirname(path)); // absent, or in a folder that may not be read
  }
}
