import { DamagedError, SharedTry, StoreRefusedError, UnavailableError } from '@algotheque/domain';
import type { Commands, PortCommands, Work } from './commands.ts';
import { within } from './deadline.ts';
import type { Target } from './url.ts';

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
  { location, operationMs }: Pick<Target, 'location' | 'operationMs'>,
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
    run: <Result>(what: string, work: Work<Result>) => admitted(what, () => commands.run(what, work)),
    repeat: <Result>(what: string, work: Work<Result>) => admitted(what, () => commands.repeat(what, work)),
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
