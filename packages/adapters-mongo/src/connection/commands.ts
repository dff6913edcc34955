import { DamagedError, type Health, SharedTry, StoreRefusedError, UnavailableError } from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { Clients } from './clients.ts';
import { isLostAnswer, portError, within } from './failures.ts';
import type { MongoTarget } from './url.ts';

/** One piece of work on the database. It sees the driver's own errors; its caller does not. */
export type DatabaseWork<Result> = (db: Db) => Promise<Result>;

/** Runs work on the database. `what` names it in errors: collection and method. */
export interface Commands {
  /**
   * @throws UnavailableError when no answer came in time, or waiting may help otherwise
   * @throws MongoAccessError, MongoCommandError
   */
  run<Result>(what: string, work: DatabaseWork<Result>): Promise<Result>;
  /**
   * As `run`, and runs the work again when the connection broke before the answer. Only for idempotent work: reads,
   * and writes that may be repeated. On a replica set the driver repeats a write itself, and the server recognises
   * the repetition. A stand-alone server cannot, and the driver repeats nothing when the socket failed.
   */
  repeat<Result>(what: string, work: DatabaseWork<Result>): Promise<Result>;
}

export interface PortCommands extends Commands {
  /**
   * Asks the server that takes the writes, and makes a write, once a second at most.
   * @throws UnavailableError when it does not answer, or takes no write
   */
  health(): Promise<void>;
}

export const healthOf = (commands: PortCommands): Health => ({ medium: commands, health: () => commands.health() });

/** Commands that go to the server at once. Each has a deadline, and its errors are those of a port. */
export function commandsOn(clients: Clients, { location, operationMs }: MongoTarget): Commands {
  const run = async <Result>(what: string, work: DatabaseWork<Result>): Promise<Result> => {
    const where = `MongoDB at ${location}, ${what}`;
    try {
      return await clients.use((db) => within(operationMs, where, () => work(db)));
    } catch (error) {
      throw portError(error, where);
    }
  };
  return {
    run,
    repeat: (what, work) =>
      run(what, async (db) => {
        try {
          return await work(db);
        } catch (error) {
          if (!isLostAnswer(error)) throw error;
          return work(db);
        }
      }),
  };
}

/** The condition for a port to use the database. */
export interface Admission {
  /** Establishes the condition; no effect when it holds. @throws StoreRefusedError, UnavailableError */
  ready(): Promise<void>;
  /** Writes into the database that the condition holds. @throws StoreRefusedError, UnavailableError */
  renew(): Promise<void>;
}

/**
 * Commands for the ports. They open the database first, at the first use or when it is reachable again. For a port,
 * a database that must not be used is unavailable.
 */
export function gated(
  commands: Commands,
  admission: Admission,
  { location, operationMs }: Pick<MongoTarget, 'location' | 'operationMs'>,
): PortCommands {
  const writes = new SharedTry(
    () => admission.renew(),
    () => performance.now(),
  );
  const admitted = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    let isAnswered = false;
    try {
      return await within(operationMs, `MongoDB at ${location}, ${what}`, async () => {
        await admission.ready().catch(refuseDamaged);
        if (isAnswered) throw new Error(`${what}: too late`); // the caller was told that the work failed
        return work();
      });
    } catch (error) {
      throw error instanceof StoreRefusedError ? new UnavailableError({ cause: error, reason: error.message }) : error;
    } finally {
      isAnswered = true;
    }
  };
  return {
    run: <Result>(what: string, work: DatabaseWork<Result>) => admitted(what, () => commands.run(what, work)),
    repeat: <Result>(what: string, work: DatabaseWork<Result>) => admitted(what, () => commands.repeat(what, work)),
    health: () =>
      admitted('health', async () => {
        await commands.run('ping', (db) => db.command({ ping: 1 }));
        await writes.outcome();
      }),
  };
}

/** Damage that is found at the opening is about the database as a whole: then it is the database that cannot be used. */
function refuseDamaged(error: unknown): never {
  throw error instanceof DamagedError ? new StoreRefusedError(error.message, { cause: error }) : error;
}
