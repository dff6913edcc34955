import { type Clock, type OnProblem, systemClock } from '@algotheque/domain';
import { LOOK_AGAIN_MS, SmtpDrain } from './smtpDrain.ts';
import type { DeliveryTimeouts } from './smtpSender.ts';
import { parseSmtpUrl } from './smtpUrl.ts';
import { SpoolQueue } from './spoolQueue.ts';

export interface SmtpWorkerOptions {
  /** The folder of the spool. One worker drains it. */
  readonly dir: string;
  /** `smtp://user:password@host:port` or `smtps://…`; `?requireTLS=true` never goes on without TLS. */
  readonly url: string;
  /** What differs from DEFAULT_TIMEOUTS. */
  readonly timeouts?: Partial<DeliveryTimeouts>;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** From 0 up to 1; spreads the delays. Default: `Math.random`. */
  readonly random?: () => number;
  /**
   * Told of every failed try and of what is put aside, with codes only; never with an address, a link or a credential.
   * Default: `console.error`.
   */
  readonly onProblem?: OnProblem;
}

export interface SmtpWorker {
  /** There is something to send. */
  wake(): void;
  /** Begins no further mail, gives those under way five seconds, and resolves when the worker has ended. */
  stop(): Promise<void>;
}

/** The silence is what RFC 5321, section 4.5.3.2, gives a server to begin with data; a relay of one's own needs no more. */
export const DEFAULT_TIMEOUTS: DeliveryTimeouts = {
  connectMs: 30_000,
  greetingMs: 30_000,
  silenceMs: 120_000,
  mailMs: 300_000,
};

const STOP_GRACE_MS = 5_000;

/**
 * Starts to send what is in the spool, and goes on until it is stopped.
 * @throws TypeError when the URL is malformed; the message shows nothing of it
 */
export function startSmtpWorker(options: SmtpWorkerOptions): SmtpWorker {
  const { dir, url, timeouts, clock = systemClock, random = Math.random } = options;
  const { onProblem = (problem: unknown, where: string) => console.error(`${where}:`, problem) } = options;
  const drain = new SmtpDrain({
    queue: new SpoolQueue(dir),
    server: parseSmtpUrl(url),
    timeouts: { ...DEFAULT_TIMEOUTS, ...timeouts },
    clock,
    random,
    onProblem,
  });
  let woken = new AbortController();
  let isStopped = false;

  const round = async (): Promise<number> => {
    try {
      return await drain.drainOnce();
    } catch (problem) {
      onProblem(problem, 'mail spool');
      return LOOK_AGAIN_MS;
    }
  };
  const run = async (): Promise<void> => {
    while (!isStopped) {
      woken = new AbortController(); // Before the round: who wakes during it is not overheard.
      const waitMs = await round();
      if (!isStopped) await clock.sleep(waitMs, woken.signal);
    }
  };
  const running = run();

  return {
    wake: () => woken.abort(),
    async stop() {
      isStopped = true;
      drain.stop();
      woken.abort();
      const ended = new AbortController();
      void clock.sleep(STOP_GRACE_MS, ended.signal).then(() => drain.abort());
      await running;
      ended.abort();
    },
  };
}
