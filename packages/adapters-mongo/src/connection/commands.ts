import type { Db } from 'mongodb';
import { within } from './deadline.ts';
import { isLostAnswer, portError } from './failures.ts';
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
   * As `run`, and once more when the connection broke before the answer. Only for work that is as well done twice. A
   * replica set does this by itself, and tells a repetition; a stand-alone server cannot.
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
