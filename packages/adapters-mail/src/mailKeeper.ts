import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Clock,
  type MailQueue,
  type OnNotice,
  type OnProblem,
  printNotice,
  printProblem,
  systemClock,
} from '@algotheque/domain';
import { ifPresent } from '@algotheque/domain/files';
import { timeOfName } from './mailName.ts';
import { everyMail } from './queueReads.ts';

const LOOK_EVERY_MS = 3_600_000;

export interface MailKeeperOptions {
  /** Where the mails are: the folder of a mailer without a mail server, or the queue, of which those that were given up are removed. */
  readonly of: string | MailQueue;
  /** How long mails are kept, in milliseconds since they were asked for. */
  readonly keepMs: number;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** The time by which a mail is too old: one that a clock which is wrong for a moment does not move. Default: that of the clock. */
  readonly timeOfAges?: () => Promise<number>;
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
  const { of, keepMs, clock = systemClock, onNotice = printNotice, onProblem = printProblem } = options;
  const { timeOfAges = async () => clock.now() } = options;
  const stopped = new AbortController();
  const look = async (): Promise<void> => {
    const before = (await timeOfAges()) - keepMs;
    const removed = typeof of === 'string' ? await removeFiles(of, before) : await removeFailed(of, before);
    if (removed > 0) onNotice(`${removed} mails were removed: they were older than they are kept`);
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

/** Removes the mails that were given up. @returns how many */
async function removeFailed(mails: MailQueue, before: number): Promise<number> {
  let removed = 0;
  for await (const entry of everyMail(mails))
    if (entry.dueAt === null && entry.date < before && (await mails.remove(entry))) removed += 1;
  return removed;
}

/** Files with other names than mails have belong to somebody else. */
async function removeFiles(folder: string, before: number): Promise<number> {
  let removed = 0;
  for (const name of (await ifPresent(readdir(folder))) ?? []) {
    const time = name.endsWith('.eml') ? timeOfName(name) : null;
    const path = join(folder, name);
    if (time === null || time >= before || (await ifPresent(lstat(path)))?.isFile() !== true) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
