import type { Watch } from '../../terminal/progress.ts';

/** A file of a backup, by its name with `/` between folders. */
export interface BackupFile {
  readonly name: string;
  readonly bytes: number;
}

/** The files of a backup, in a folder or in a tar. They are only read; no name leads out of the backup. */
export interface Backup {
  /** The folder or file, as a path. */
  readonly location: string;
  /** The parts that are there. */
  readonly files: readonly BackupFile[];
  /** What can be no part of a backup, in words. */
  readonly foreign: readonly string[];
  /** The bytes of a part in pieces. @throws a system error; StartError when there is none */
  read(name: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export interface Verifying extends Watch {
  /** The secret that may have signed it. Default: null, no signature is compared. */
  readonly secret?: Uint8Array | null;
}
