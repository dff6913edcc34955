import type { Db } from 'mongodb';
import { MongoUrlError } from '../errors.ts';
import { within } from './deadline.ts';
import { isLostAnswer, portError } from './failures.ts';
import { outOfReach } from './outOfReach.ts';
import type { Target } from './url.ts';

/** What is done with the database in one go. It meets the driver's errors as they are; whoever called it does not. */
export type Work<Result> = (db: Db) => Promise<Result>;

/** Runs work on the database. `what` names it in errors: collection and method. */
export interface Commands {
  /**
   * @throws UnavailableError when no answer came in time, or waiting may help otherwise
   * @throws MongoAccessError, MongoCommandError
   */
  run<Result>(what: string, work: Work<Result>): Promise<Result>;
  /**
   * As `run`, and once more when the connection broke before the answer. Only for work that is as well done twice: reads,
   * and writes that say the same again. On a replica set the driver repeats a write by itself, and the server tells the
   * repetition; a stand-alone server cannot, and the driver repeats nothing when it was the socket that failed.
   */
  repeat<Result>(what: string, work: Work<Result>): Promise<Result>;
}

/** Commands straight to the server: each has its deadline, and its errors are those of a port. */
export function commandsOn({ client, database, location, operationMs }: Target): Commands {
  const db = client.db(database);
  const run = async <Result>(what: string, work: Work<Result>): Promise<Result> => {
    const where = `MongoDB at ${location}, ${what}`;
    try {
      return await within(operationMs, where, () => work(db));
    } catch (error) {
      throw portError(error, where);
    }
  };
  return { run, repeat: (what, work) => run(what, repeating(work)) };
}

/**
 * Connects, or does nothing when connected. A driver's client that could not connect the first time never tries again by
 * itself; one that did looks after its connections from then on.
 * @throws UnavailableError, MongoAccessError, and MongoUrlError for a file that the URL names and that cannot be read
 */
export async function connect({ client, location, operationMs }: Target): Promise<void> {
  const where = `MongoDB at ${location}, connect`;
  try {
    await within(operationMs, where, () => client.connect());
  } catch (error) {
    throw portError(connectionError(error, where), where);
  }
}

/** What comes before the driver's own errors: certificates that are read, names that are looked up. */
function connectionError(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  if (error.syscall === 'open' || error.syscall === 'read') return new MongoUrlError(`${where}: ${error.message}`);
  return outOfReach(`${where}: ${error.message}`);
}

function repeating<Result>(work: Work<Result>): Work<Result> {
  return async (db) => {
    try {
      return await work(db);
    } catch (error) {
      if (!isLostAnswer(error)) throw error;
      return work(db);
    }
  };
}
