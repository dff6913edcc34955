import { quickCheck, StoreFileError } from '@algotheque/adapters-sqlite';
import { type Clock, type OnProblem, systemClock } from '@algotheque/domain';
import type { OnCheck } from './check.ts';

/** After the start, when the first requests have been served. A server that starts again and again checks nothing. */
const FIRST_MS = 60_000;
const EVERY_MS = 86_400_000;

const WHERE = "SQLite's own check";

export interface DatabaseCheckOptions {
  /** The file. */
  readonly path: string;
  readonly onProblem: OnProblem;
  readonly onCheck: OnCheck;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** What is wrong with the file. Default: `quickCheck`. */
  readonly check?: (path: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Lets SQLite check its file a minute after the start, and then once a day. A damaged file is reported each time. */
export class DatabaseCheck {
  readonly #options: Required<DatabaseCheckOptions>;
  readonly #abort = new AbortController();
  readonly #ended: Promise<void>;

  /** Starts at once. */
  constructor(options: DatabaseCheckOptions) {
    this.#options = { clock: systemClock, check: quickCheck, ...options };
    this.#ended = this.#run();
  }

  /** Ends a check that runs. */
  stop(): Promise<void> {
    this.#abort.abort();
    return this.#ended;
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#abort;
    for (let waitMs = FIRST_MS; ; waitMs = EVERY_MS) {
      await clock.sleep(waitMs, signal);
      if (signal.aborted) return;
      await this.#check(signal);
    }
  }

  async #check(signal: AbortSignal): Promise<void> {
    const { path, check, onCheck, onProblem } = this.#options;
    try {
      const findings = await check(path, signal);
      onCheck({ of: 'database', result: findings.length === 0 ? 'intact' : 'damaged' });
      if (findings.length > 0) onProblem(new StoreFileError(path, `is damaged: ${findings.join('; ')}`), WHERE);
    } catch (problem) {
      if (signal.aborted) return; // the server stops
      onCheck({ of: 'database', result: 'failed' });
      onProblem(problem, WHERE);
    }
  }
}
