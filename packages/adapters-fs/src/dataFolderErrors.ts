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

/** The data folder cannot be made or written, or is no folder. */
export class DataFolderNotWritableError extends StoreRefusedError {
  override readonly name = 'DataFolderNotWritableError';
  readonly folder: string;
  readonly reason: string;

  constructor(folder: string, cause: Error) {
    super(`The data folder ${folder} cannot be written: ${cause.message}`, { cause });
    this.folder = folder;
    this.reason = cause.message;
  }
}
