import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Clock, type OnNotice, type OnProblem, printNotice, printProblem, systemClock } from '@algotheque/domain';
import { ifPresent } from '@algotheque/domain/files';
import { parseName } from './spoolName.ts';

const LOOK_EVERY_MS = 3_600_000;

export interface MailKeeperOptions {
  /** The folder of the spool. */
  readonly dir: string;
  /** How long mails are kept, in milliseconds since they were spooled. */
  readonly keepMs: number;
  /**
   * Whether the spool is an outbox that no worker drains: then its mails are removed too, not only those in
   * `failed/`.
   */
  readonly isOutbox: boolean;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** Gets the number of removed mails, if any. Default: `console.error`. */
  readonly onNotice?: OnNotice;
  /** Gets failures that no caller waits for. Default: `console.error`. */
  readonly onProblem?: OnProblem;
}

export interface MailKeeper {
  /** Resolves when a round under way has ended. */
  stop(): Promise<void>;
}

/** Removes old mails, at once and then every hour until it is stopped. A mail that waits to be sent is never removed. */
export function startMailKeeper(options: MailKeeperOptions): MailKeeper {
  const { dir, isOutbox, clock = systemClock } = options;
  const { onNotice = printNotice, onProblem = printProblem } = options;
  const stopped = new AbortController();
  const look = async (): Promise<void> => {
    const before = clock.now() - options.keepMs;
    const folders = isOutbox ? [dir] : [join(dir, 'failed'), dir];
    for (const folder of folders) {
      const removed = await removeOld(folder, { before, isOutbox, isReasonsOnly: !isOutbox && folder === dir });
      if (removed > 0) onNotice(`${removed} mails were removed from ${folder}: they were older than they are kept`);
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await look().catch((problem: unknown) => onProblem(problem, 'removal of old mails'));
      await clock.sleep(LOOK_EVERY_MS, stopped.signal);
    }
  };
  const running = run();
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

interface Old {
  /** Files that were spooled earlier are removed: milliseconds since the Unix epoch. */
  readonly before: number;
  readonly isOutbox: boolean;
  /** Among mails that wait there may be reasons that a power loss left of mails that were sent. */
  readonly isReasonsOnly: boolean;
}

/** @returns how many mails were removed; the reason beside a mail goes with it and is not counted */
async function removeOld(folder: string, old: Old): Promise<number> {
  let removed = 0;
  for (const name of (await ifPresent(readdir(folder))) ?? []) {
    if (old.isReasonsOnly && !name.endsWith('.reason')) continue;
    const path = join(folder, name);
    const date = await dateOf(path, old.isOutbox);
    if (date === null || date >= old.before) continue;
    await rm(path, { force: true });
    if (name.endsWith('.eml')) removed += 1;
  }
  return removed;
}

/**
 * When a file was spooled, by its name; null for a file that must stay: no regular file, or a foreign one in an
 * outbox.
 */
async function dateOf(path: string, isOutbox: boolean): Promise<number | null> {
  const stats = await ifPresent(lstat(path));
  if (stats?.isFile() !== true) return null;
  const spooledAt = parseName(basename(path).replace(/\.reason$/, '.eml'))?.spooledAt ?? null;
  return spooledAt ?? (isOutbox ? null : stats.mtimeMs); // a file that was put aside because it is no mail may have any name
}
