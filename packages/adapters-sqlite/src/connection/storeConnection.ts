import { isError, type OnProblem } from '@algotheque/domain';
import { StoreFileError } from '../errors.ts';
import { Connection } from './connection.ts';
import { explained, refusalOfOpening } from './failures.ts';
import type { ConnectionOptions } from './openDatabase.ts';
import { hasLog, makeRecoveryDurable } from './rewriteLog.ts';
import { writeNothingNew } from './transactions.ts';

interface StoreConnectionOptions extends Omit<ConnectionOptions, 'access' | 'onDoubt'> {
  /** Gets a failed commit after which the file was opened again. */
  readonly onProblem: OnProblem;
  /** Called once when the file could not be opened again; the connection is closed for good by then. */
  readonly onBroken: (problem: StoreFileError) => void;
}

/**
 * Connects to a store file, and makes durable what a crash has left in its log. A failed commit may still be on the disk: SQLite goes on
 * without it, but finds it in the log at the next recovery. So the connection is then closed and opened again, without other work in
 * between. The recovery decides what was committed, and its result is made durable. If this fails too, nothing is read or written any more.
 */
export function connectStore(path: string, options: StoreConnectionOptions): Connection {
  const { onProblem, onBroken, ...shared } = options;
  const { room } = shared;
  const isRecovery = hasLog(path); // the connection reads the log
  let isReopening = false;
  const reopen = (cause: unknown): void => {
    if (isReopening) return; // the error ends the reopening
    isReopening = true;
    let problem = failureOf(connection);
    // Perhaps a full disk caused the failure.
    if (problem !== null && room.release()) problem = failureOf(connection);
    isReopening = false;
    if (problem === null) onProblem(explained(cause, path), 'a failed commit: the store file was opened again');
    else onBroken(giveUp(connection, problem.error));
  };
  const connection = new Connection(path, { ...shared, onDoubt: reopen });
  try {
    if (isRecovery) makeRecoveryDurable(connection);
  } catch (error) {
    connection.close();
    throw refusalOfOpening(error, path);
  }
  return connection;
}

/** Opens the file anew; null when that has succeeded. */
function failureOf(connection: Connection): { readonly error: unknown } | null {
  try {
    connection.close();
    connection.open();
    makeRecoveryDurable(connection);
    // If closing has emptied and removed the log, the next sync of a new log makes that durable.
    connection.write(() => writeNothingNew(connection));
    return null;
  } catch (error) {
    return { error };
  }
}

function giveUp(connection: Connection, problem: unknown): StoreFileError {
  const broken = new StoreFileError(
    connection.path,
    `could not be opened again after a failed commit, and is not used any more; the next start recovers it: ${innermost(problem)}`,
    { cause: problem },
  );
  connection.giveUp(broken);
  return broken;
}

/** The innermost message of the system or of SQLite, without those that repeat the file's name. */
function innermost(problem: unknown): string {
  if (!isError(problem)) return String(problem);
  return problem.cause === undefined ? problem.message : innermost(problem.cause);
}
