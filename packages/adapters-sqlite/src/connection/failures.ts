import { isError, UnavailableError } from '@algotheque/domain';
import { CorruptStoreError, StoreFileError } from '../errors.ts';

/** Primary result codes of SQLite, https://sqlite.org/rescode.html: the low byte of what node:sqlite calls `errcode`. */
const SQLITE = {
  error: 1,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

const UNAVAILABLE: readonly number[] = [
  SQLITE.busy,
  SQLITE.locked,
  SQLITE.readOnly,
  SQLITE.ioError,
  SQLITE.full,
  SQLITE.cannotOpen,
];
const DAMAGED: readonly number[] = [SQLITE.corrupt, SQLITE.notADatabase];

/** The extended codes SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
const KEY_CONSTRAINTS: readonly number[] = [2_067, 1_555];

/** The primary result code, or null when SQLite has not thrown the error. */
function resultCode(error: unknown): number | null {
  if (!isError(error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** The error of node:sqlite for a row with an integer beyond 2^53 - 1; it does not say which row. */
export function isTooLarge(error: unknown): boolean {
  return isError(error) && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** Extended codes of SQLITE_IOERR for a read that failed. */
const FAILED_READS: readonly number[] = [266, 522]; // SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ

/** Errors of a commit that wrote no complete transaction to the log. */
const REFUSED_COMMITS: readonly number[] = [SQLITE.busy, SQLITE.full, SQLITE.constraint];

/**
 * Whether a later recovery may find a transaction in the log that failed at this step. A full disk (SQLITE_FULL)
 * refused a part of the transaction, and recovery ignores an incomplete transaction.
 */
export function leavesDoubt(error: unknown, step: 'work' | 'commit'): boolean {
  const code = resultCode(error);
  if (code === null || !isError(error) || !('errcode' in error)) return false;
  if (step === 'commit') return !REFUSED_COMMITS.includes(code);
  return code === SQLITE.ioError && !FAILED_READS.includes(Number(error.errcode));
}

/** With these a statement fails alone: its values or a row are at fault, for example a damaged row that a trigger reads. */
const FAILED_STATEMENTS: readonly number[] = [SQLITE.error, SQLITE.tooBig, SQLITE.constraint, SQLITE.mismatch];

/** Whether a failed statement leaves no certainty about the whole transaction: the disk, the file or a lock is at fault. */
export function spoilsTransaction(error: unknown): boolean {
  const code = resultCode(error);
  return code !== null && !FAILED_STATEMENTS.includes(code);
}

/** The disk is full: SQLite says so, and nothing was written. */
export function isDiskFull(error: unknown): boolean {
  return causedBy(error, SQLITE.full);
}

export function isKeyTaken(error: unknown): boolean {
  return isError(error) && 'errcode' in error && KEY_CONSTRAINTS.includes(Number(error.errcode));
}

/** Whether a value is of another type than its column, or breaks another rule of its table. */
export const isRefusedValue = (error: unknown): boolean => resultCode(error) === SQLITE.constraint;

export function isReadOnly(error: unknown): boolean {
  return resultCode(error) === SQLITE.readOnly;
}

/** SQLITE_BUSY_SNAPSHOT: this connection itself reads what is outdated, so no waiting helps. */
const BUSY_SNAPSHOT = 517;

/** Another connection holds a lock: an error of SQLite, or the adapter's error for it. */
export function isBusy(error: unknown): boolean {
  return causedBy(error, SQLITE.busy);
}

function causedBy(error: unknown, code: number): boolean {
  if (!isError(error)) return false;
  if (resultCode(error) === code) return !('errcode' in error) || error.errcode !== BUSY_SNAPSHOT;
  return error.cause !== undefined && causedBy(error.cause, code);
}

/**
 * The adapter's error for `error`: it distinguishes an unavailable store from a damaged file; other errors are
 * returned unchanged.
 */
export function explained(error: unknown, path: string): unknown {
  if (isTooLarge(error)) return new CorruptStoreError(path, 'holds too large a number', { cause: error });
  if (isError(error) && 'syscall' in error) return unavailable(outOfReach(error, path));
  const code = resultCode(error);
  if (code === null) return error;
  if (UNAVAILABLE.includes(code)) return unavailable(outOfReach(error, path));
  if (DAMAGED.includes(code))
    return new CorruptStoreError(path, 'is damaged or is no SQLite database', { cause: error });
  return error;
}

const WITHOUT_PART =
  'lacks a part of its schema: if another release wrote it, start that one and bring its data here by a backup; else move it away and restore a backup';

/**
 * The error of an opening: of a damaged file the file's own one, also where a statement lacks its table or column; of others
 * as `explained`.
 */
export function refusalOfOpening(error: unknown, path: string): unknown {
  if (resultCode(error) === SQLITE.error) return new CorruptStoreError(path, WITHOUT_PART, { cause: error });
  const isDamage = error instanceof UnavailableError && error.cause instanceof CorruptStoreError;
  return isDamage ? error.cause : explained(error, path);
}

/**
 * The error of a port. The file's own error is its cause and says which file, and why. The state of the file is
 * known.
 */
export function unavailable(cause: StoreFileError): UnavailableError {
  return new UnavailableError({ cause, reason: cause.message, isDecided: true });
}

/** As `unavailable`, for a file whose state is unknown. */
export function undecided(cause: StoreFileError): UnavailableError {
  return new UnavailableError({ cause, reason: cause.message });
}

/** SQLite's own message (`database is locked`) does not name the file. */
function outOfReach(error: unknown, path: string): StoreFileError {
  const reason = isError(error) ? error.message : String(error);
  return new StoreFileError(path, `cannot be used now: ${reason}`, { cause: error });
}

/** Runs work on the file. Its errors become errors of the adapter, which name the file. */
export function explain<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw explained(error, path);
  }
}
