import type { Db } from 'mongodb';
import type { Clients } from './clients.ts';
import { within } from './deadline.ts';
import { isLostAnswer, portError } from './failures.ts';
import type { Target } from './url.ts';

/** One piece of work on the database. It sees the driver's own errors; its caller does not. */
export type Work<Result> = (db: Db) => Promise<Result>;

/** Runs work on the database. `what` names it in errors: collection and method. */
export interface Commands {
  /**
   * @throws UnavailableError when no answer came in time, or waiting may help otherwise
   * @throws MongoAccessError, MongoCommandError
   */
  run<Result>(what: string, work: Work<Result>): Promise<Result>;
  /**
   * As `run`, and runs the work again when the connection broke before the answer. Only for idempotent work: reads,
   * and writes that may be repeated. On a replica set the driver repeats a write itself, and the server recognises
   * the repetition. A stand-alone server cannot, and the driver repeats nothing when the socket failed.
   */
  repeat<Result>(what: string, work: Work<Result>): Promise<Result>;
}

/** What ports get. */
export interface PortCommands extends Commands {
  /**
   * Asks the server that takes the writes, and makes a write, once a second at most.
   * @throws UnavailableError when it does not answer, or takes no write
   */
  health(): Promise<void>;
}

/** Commands that go to the server at once. Each has a deadline, and its errors are those of a port. */
export function commandsOn(clients: Clients, { location, operationMs }: Target): Commands {
  const run = async <Result>(what: string, work: Work<Result>): Promise<Result> => {
    const where = `MongoDB at ${location}, ${what}`;
    try {
      return await clients.use((db) => within(operationMs, where, () => work(db)));
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
