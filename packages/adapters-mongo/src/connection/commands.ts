import type { Db } from 'mongodb';
import type { Clients } from './clients.ts';
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
   * As `run`, and once more when the connection broke before the answer. Only for work that is as well done twice: reads,
   * and writes that say the same again. On a replica set the driver repeats a write by itself, and the server tells the
   * repetition; a stand-alone server cannot, and the driver repeats nothing when it was the socket that failed.
   */
  repeat<Result>(what: string, work: Work<Result>): Promise<Result>;
}

/** Commands straight to the server: each has its deadline, and its errors are those of a port. */
export function commandsOn(clients: Clients, { database, location, operationMs }: Target): Commands {
  const run = async <Result>(what: string, work: Work<Result>): Promise<Result> => {
    const where = `MongoDB at ${location}, ${what}`;
    try {
      return await clients.use((client) => within(operationMs, where, () => work(client.db(database))));
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
