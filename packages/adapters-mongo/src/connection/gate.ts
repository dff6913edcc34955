import { UnavailableError } from '@algotheque/domain';
import { StoreRefusedError } from '../errors.ts';
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
    const expiry = new AbortController();
    try {
      return await within(operationMs, `MongoDB at ${location}, ${what}`, async () => {
        await admission.ready();
        expiry.signal.throwIfAborted(); // the caller was told that nothing came of it: do not begin now
        return work();
      });
    } catch (error) {
      throw error instanceof StoreRefusedError ? new UnavailableError({ cause: error }) : error;
    } finally {
      expiry.abort();
    }
  };
  return {
    run: <Result>(what: string, work: Work<Result>) => admitted(what, () => commands.run(what, work)),
    repeat: <Result>(what: string, work: Work<Result>) => admitted(what, () => commands.repeat(what, work)),
  };
}
