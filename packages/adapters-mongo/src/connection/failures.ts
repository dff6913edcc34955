import { isError, UnavailableError } from '@algotheque/domain';
import {
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoUnexpectedServerResponseError,
  MongoWriteConcernError,
} from 'mongodb';
import { MongoAccessError, MongoCommandError } from '../errors.ts';

const DUPLICATE_KEY = 11_000;

const UNREACHABLE = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
  MongoOperationTimeoutError,
  MongoWriteConcernError,
  MongoUnexpectedServerResponseError, // a repeated command reached a server that cannot take it: the replica set is changing
] as const;

// The driver exports neither class of its connection pool.
const POOL = new Set(['MongoWaitQueueTimeoutError', 'MongoPoolClosedError', 'MongoPoolClearedError']);

/**
 * Codes of a server that cannot serve now: not primary, shutting down, out of time, no majority, no room,
 * overloaded.
 */
const TRANSIENT = new Set([
  6, 7, 24, 43, 46, 50, 63, 64, 79, 82, 89, 91, 100, 112, 117, 133, 134, 149, 150, 189, 202, 211, 234, 262, 317, 384,
  402, 462, 9001, 10058, 10107, 11600, 11601, 11602, 13388, 13435, 13436, 14031,
]);

/**
 * Codes of a broken socket. While a connection ends, the driver passes on the socket's error, which is a plain
 * Error: for example `EPIPE` for a write to a socket that the server has ended.
 */
const BROKEN = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ENOTCONN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
]);
const BROKEN_STREAM = /^ERR_(?:STREAM|SOCKET|SSL|TLS)_/;

const WRONG_CREDENTIALS = new Set([18, 8000]);
const NO_RIGHT = new Set([13]);

/** Whether a unique key exists already. This is an answer, not a failure. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Whether the connection broke while an answer was awaited, so that it is unknown whether the write was made. Not
 * true of timeouts.
 */
export function isLostAnswer(error: unknown): boolean {
  return isBrokenSocket(error) || (error instanceof MongoNetworkError && !(error instanceof MongoNetworkTimeoutError));
}

/** Whether this is an error of the socket itself, without a class of the driver. */
function isBrokenSocket(error: unknown): error is Error & { readonly code: string } {
  if (!isError(error) || error instanceof MongoError || !('code' in error)) return false;
  return typeof error.code === 'string' && (BROKEN.has(error.code) || BROKEN_STREAM.test(error.code));
}

/**
 * The error that a port may throw for an error of the driver: UnavailableError if waiting may help. `where` names
 * the server and the command. Neither it nor its cause has credentials or user input.
 */
export function portError(error: unknown, where: string): unknown {
  if (isBrokenSocket(error)) return outOfReach(`${where}: connection ended (${error.code})`);
  if (!(error instanceof MongoError)) return error;
  if (isUnreachable(error)) return outOfReach(`${where}: ${summary(error)}`);
  const code = typeof error.code === 'number' ? error.code : null;
  if (code !== null && WRONG_CREDENTIALS.has(code)) {
    return new MongoAccessError(`${where}: MongoDB refuses user or password (or authSource) of the URL.`);
  }
  if (code !== null && NO_RIGHT.has(code)) {
    return new MongoAccessError(`${where}: the user of the URL has no right to; it needs readWrite on the database.`);
  }
  return new MongoCommandError(`${where}: ${summary(error)}`, code);
}

function isUnreachable(error: MongoError): boolean {
  if (UNREACHABLE.some((kind) => error instanceof kind) || POOL.has(error.name)) return true;
  return typeof error.code === 'number' && TRANSIENT.has(error.code);
}

/** The server's own text quotes commands and keys after the first brace; the driver's text names hosts only. */
function summary(error: MongoError): string {
  const codeName =
    error instanceof MongoServerError && typeof error.codeName === 'string' ? ` (${error.codeName})` : '';
  const code = error.code === undefined ? '' : ` ${error.code}${codeName}`;
  return `${error.name}${code}: ${error.message.replace(/[{"'].*$/s, '…')}`;
}

/** @param reason which database, and why: for the log, so without credentials and user input */
export function outOfReach(reason: string): UnavailableError {
  return new UnavailableError({ reason, cause: new Error(reason) });
}

/**
 * Waits for the work at most `ms` milliseconds (0: without limit). The work itself goes on; an error that comes
 * later is ignored.
 */
export async function within<Result>(ms: number, where: string, work: () => Promise<Result>): Promise<Result> {
  if (ms === 0) return work();
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(outOfReach(`${where}: no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work(), expired]);
  } finally {
    clearTimeout(timer);
  }
}
