import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../startError.ts';

/**
 * The times of a stop, in milliseconds since the signal unless told otherwise. Docker kills 10 s after the signal: the
 * last of them ends before.
 */
export const STOP_TIMES = {
  /** Requests are answered until then, the grace included. */
  drainedMs: 7_500,
  /** How long the end waits for a running round of the sweeper. */
  sweeperMs: 1_000,
  /** What is still open then is left to the end of the process. */
  closedMs: 9_500,
};

/** How long the process waits, when all is closed, for a reader of its output, and for what could not be closed. */
export const LAST_MOMENT_MS = 250;

/** Signals within this time of the first count as one: npm forwards to its child what the process group gets as well. */
const SAME_SIGNAL_MS = 1_000;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

interface Signalled {
  readonly pid: number;
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  kill(pid: number, signal: NodeJS.Signals): unknown;
}

interface StopOptions {
  readonly target?: Signalled;
  readonly now?: () => number;
}

/**
 * Resolves to the first SIGINT or SIGTERM. From this call on the first one does not end the process; one that comes
 * a second later or more ends it at once.
 */
export function stopAsked(options: StopOptions = {}): Promise<NodeJS.Signals> {
  const { target = process, now = () => performance.now() } = options;
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let firstAt: number | null = null;
  const take = (signal: NodeJS.Signals): void => {
    firstAt ??= now();
    resolve(signal);
    if (now() - firstAt < SAME_SIGNAL_MS) return;
    for (const name of SIGNALS) target.off(name, take);
    target.kill(target.pid, signal); // without a listener it ends the process
  };
  for (const name of SIGNALS) target.on(name, take);
  return promise;
}

/** Ends long work of a command in order. @param advice follows the name of the signal in the message of its reason, a StartError */
export function stopSignal(advice = ''): AbortSignal {
  const controller = new AbortController();
  void stopAsked().then((name) => controller.abort(new StartError(`Stopped by ${name}${advice}`)));
  return controller.signal;
}

export const ADVICE_ANEW = '. If the target was begun, run the same command with --begin-anew.';

/** A line for the log is one of the calls of a moment when its reader is slow: a disk that hangs is seen each time. */
const LOOKS = 5;
const BETWEEN_LOOKS_MS = 10;

/**
 * Ends a process that something still holds. `process.exit` waits for threads: one that waits for a disk that hangs would hold the process
 * as long, so the process ends by the default action of SIGTERM then.
 */
export async function endProcess(): Promise<void> {
  const { waitsForDisk } = await import('@algotheque/adapters-fs'); // a command without files does not load it before
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const isCalling = process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
    if (!waitsForDisk() && !isCalling) process.exit();
    await sleep(BETWEEN_LOOKS_MS);
  }
  process.removeAllListeners('SIGTERM');
  process.kill(process.pid, 'SIGTERM');
}
