import { statSync } from 'node:fs';
import { StoreFileError } from '../errors.ts';
import { unavailable } from './failures.ts';

const OWNER_WRITES = 0o200;

/** Which file lies at the path; null when there is none. */
export function fileId(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

/** A file that is marked as read-only stays open for writing; the next opening of it fails, and root would not even see that. */
export function checkMode(path: string): void {
  if ((statSync(path).mode & OWNER_WRITES) !== 0) return;
  throw unavailable(new StoreFileError(path, 'is marked as read-only'));
}
