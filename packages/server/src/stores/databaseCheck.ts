import { type Clock, type OnProblem, type OpenedStore, systemClock } from '@algotheque/domain';

/** What a check in the background has ended with; for counters. */
export type Check =
  /** The content of one record. `changed`: the record was replaced or deleted meanwhile, which is no problem. */
  | { readonly of: 'content'; readonly result: 'intact' | 'changed' | 'damaged' }
  /** The file of SQLite. `failed`: it could not be looked at. */
  | { readonly of: 'database'; readonly result: 'intact' | 'damaged' | 'failed' };

export type OnCheck = (check: Check) => void;

/** After the start, when the first requests have been served. A server that starts again and again checks nothing. */
const FIRST_MS = 60_000;
const EVERY_MS = 86_400_000;

const WHERE = "SQLite's own check";

export interface DatabaseCheckOptions {
  readonly check: NonNullable<OpenedStore['checkItself']>;
  readonly onProblem: OnProblem;
  readonly onCheck: OnCheck;
  /** Default: the machine's. */
  readonly clock?: Clock;
}

/**
 * Lets the database check itself a minute after the start, and then once a day. Damage is reported each time. `stop` ends a check that
 * runs.
 */
export function startDatabaseCheck(options: DatabaseCheckOptions): { stop(): Promise<void> } {
  const { check, onProblem, onCheck, clock = systemClock } = options;
  const abort = new AbortController();
  const { signal } = abort;
  const checkOnce = async (): Promise<void> => {
    try {
      const damage = await check(signal);
      onCheck({ of: 'database', result: damage === null ? 'intact' : 'damaged' });
      if (damage !== null) onProblem(damage, WHERE);
    } catch (problem) {
      if (signal.aborted) return; // the server stops
      onCheck({ of: 'database', result: 'failed' });
      onProblem(problem, WHERE);
    }
  };
  const run = async (): Promise<void> => {
    for (let waitMs = FIRST_MS; ; waitMs = EVERY_MS) {
      await clock.sleep(waitMs, signal);
      if (signal.aborted) return;
      await checkOnce();
    }
  };
  const ended = run();
  return {
    stop() {
      abort.abort();
      return ended;
    },
  };
}
