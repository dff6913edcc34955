import { StoreRefusedError, UnavailableError } from '@algotheque/domain';
import type { Commands, Work } from './commands.ts';
import { within } from './deadline.ts';
import type { Target } from './url.ts';

/** What must hold before a port may touch the database. */
export interface Admission {
  /** Makes it hold; no effect when it does. @throws StoreRefusedError, UnavailableError */
  ready(): Promise<void>;
}

/**
 * Commands for the ports: the database is opened first, at the first use or after it came back. To a port, a database
 * that may not be used is one that cannot be reached.
 */
export function gated(
  commands: Commands,
  admission: Admission,
  { location, operationMs }: Pick<Target, 'location' | 'operationMs'>,
): Commands {
  const admitted = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    let isAnswered = false;
    try {
      return await within(operationMs, `MongoDB at ${location}, ${what}`, async () => {
        await admission.ready();
        if (isAnswered) throw new Error(`${what}: too late`); // the caller was told that nothing came of it
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
  };
}
