import { UnavailableError } from '@algotheque/domain';
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
  constraint: 19,
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

/** The extended code SQLITE_CONSTRAINT_UNIQUE. */
const CONSTRAINT_UNIQUE = 2_067;

/** The primary result code, or null when SQLite has not thrown this. */
function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** What node:sqlite throws of a row with an integer beyond 2^53 - 1; it does not say which row. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** What Node throws of a call of the system's: the file's folder is closed, the disk does not answer. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

/** Extended codes of SQLITE_IOERR by which only reading has failed. */
const FAILED_READS: readonly number[] = [266, 522]; // SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ

/** What a commit fails with before it has written a whole transaction to the log. */
const REFUSED_COMMITS: readonly number[] = [SQLITE.busy, SQLITE.full, SQLITE.constraint];

/**
 * Whether a transaction that failed at this step may be found in the log by a later recovery. A full disk (SQLITE_FULL)
 * has refused a part of the transaction, and a log that breaks off within one is as if it had never begun.
 */
export function leavesDoubt(error: unknown, step: 'work' | 'commit'): boolean {
  const code = resultCode(error);
  if (code === null || !(error instanceof Error) || !('errcode' in error)) return false;
  if (step === 'commit') return !REFUSED_COMMITS.includes(code);
  return code === SQLITE.ioError && !FAILED_READS.includes(Number(error.errcode));
}

/** Whether a failed statement leaves no certainty of the whole transaction: all of SQLite's but a constraint. */
export function spoilsTransaction(error: unknown): boolean {
  const code = resultCode(error);
  return code !== null && code !== SQLITE.constraint;
}

/** The disk is full: SQLite says so, and nothing was written. */
export function isFull(error: unknown): boolean {
  return causedBy(error, SQLITE.full);
}

/** A unique column has the value already. */
export function isKeyTaken(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === CONSTRAINT_UNIQUE;
}

export function isReadOnly(error: unknown): boolean {
  return resultCode(error) === SQLITE.readOnly;
}

/** Another connection holds a lock: SQLite says so, or what the adapter throws in place of that. */
export function isBusy(error: unknown): boolean {
  return causedBy(error, SQLITE.busy);
}

function causedBy(error: unknown, code: number): boolean {
  if (resultCode(error) === code) return true;
  return error instanceof Error && error.cause !== undefined && causedBy(error.cause, code);
}

/** A statement that SQLite does not understand: where ours meets a schema that lacks its table or column. */
export function isSchemaMismatch(error: unknown): boolean {
  return resultCode(error) === SQLITE.error;
}

/** What the adapter throws in place of `error`: a store out of reach and a damaged file are told apart, all else is as it was. */
export function explained(error: unknown, path: string): unknown {
  if (isTooLarge(error)) return new CorruptStoreError(path, 'holds too large a number', { cause: error });
  if (isSystemError(error)) return unavailable(outOfReach(error, path));
  const code = resultCode(error);
  if (code === null) return error;
  if (UNAVAILABLE.includes(code)) return unavailable(outOfReach(error, path));
  if (DAMAGED.includes(code))
    return new CorruptStoreError(path, 'is damaged or is no SQLite database', { cause: error });
  return error;
}

/** The store as a port tells of it: the file's own error says which one, and why. What it holds is certain all the same. */
export function unavailable(cause: StoreFileError): UnavailableError {
  return new UnavailableError({ cause, reason: cause.message, isDecided: true });
}

/** As `unavailable`, where nobody can say now what the file holds. */
export function undecided(cause: StoreFileError): UnavailableError {
  return new UnavailableError({ cause, reason: cause.message });
}

/** SQLite's words (`database is locked`) do not say which file. */
function outOfReach(error: unknown, path: string): StoreFileError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreFileError(path, `cannot be used now: ${reason}`, { cause: error });
}
