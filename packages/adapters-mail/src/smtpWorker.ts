import { type Clock, type OnNotice, type OnProblem, printNotice, printProblem, systemClock } from '@algotheque/domain';
import { Deliveries, LOOK_AGAIN_MS, type OnDelivery } from './deliveries.ts';
import { DEFAULT_TIMEOUTS } from './smtpTimeouts.ts';
import { CONNECTIONS, type SmtpOptions, SmtpTransport, slowTransport } from './smtpTransport.ts';
import { parseSmtpUrl } from './smtpUrl.ts';
import { SpoolQueue } from './spoolQueue.ts';

export interface SmtpWorkerOptions extends SmtpOptions {
  /** The folder of the spool. One worker drains it. */
  readonly dir: string;
  /**
   * `smtp://user:password@host:port` or `smtps://…`. With `?requireTLS=true` nothing is sent without TLS; that is the default where there
   * are credentials and the host is not this machine, and `?requireTLS=false` lifts it. With `?tls=off` a server on this machine is used without TLS.
   */
  readonly url: string;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /**
   * Gets one line about modes that were repaired, and about what is tried again: a mail that the server defers, or a server that cannot
   * be reached. It has codes only; never an address, a link or a credential. Default: `console.error`.
   */
  readonly onNotice?: OnNotice;
  /**
   * Gets every error of the spool and everything that is put aside, with codes only; never an address, a link or a
   * credential. Default: `console.error`.
   */
  readonly onProblem?: OnProblem;
  /** Gets the end of every try, for counters. Default: nothing. */
  readonly onDelivery?: OnDelivery;
}

export interface SmtpWorker {
  /** There may be something to send; the worker looks at the next tick. Call it for decoys as well as for mails. */
  wake(): void;
  /** Starts no further mail, gives those under way five seconds, and resolves when the worker has ended. */
  stop(): Promise<void>;
}

/**
 * Deliveries start at the ticks of an independent clock, apart from the request that spooled the mail. So a client
 * that measures its next requests does not measure a delivery.
 */
const TICK_MS = 1_000;

const STOP_GRACE_MS = 5_000;

/**
 * Sends what is in the spool until it is stopped.
 * @throws TypeError when the URL or `dkim` is malformed; the message shows nothing of URL and key
 */
export function startSmtpWorker(options: SmtpWorkerOptions): SmtpWorker {
  const { dir, url, clock = systemClock, connections = CONNECTIONS, ...more } = options;
  const { onNotice = printNotice, onProblem = printProblem, onDelivery = () => {} } = options;
  const server = parseSmtpUrl(url);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const transportOptions = { ...more, server, connections, timeouts };
  const [transport, slow] = [new SmtpTransport(transportOptions), slowTransport(transportOptions)];
  const queue = new SpoolQueue(dir, onNotice);
  const deliveries = new Deliveries({
    queue,
    server,
    timeouts,
    connections,
    transport,
    slow,
    clock,
    random: Math.random,
    onNotice,
    onProblem,
    onDelivery,
  });
  const stopped = new AbortController();
  const bell = new Bell(clock);
  const startedAt = clock.now();

  const tick = (until: AbortSignal): Promise<void> => {
    const since = (clock.now() - startedAt) % TICK_MS;
    return clock.sleep(TICK_MS - (since < 0 ? since + TICK_MS : since), until);
  };
  const look = (): Promise<number> =>
    deliveries.look().catch((problem: unknown) => {
      onProblem(problem, 'mail spool');
      return LOOK_AGAIN_MS;
    });
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await bell.wait(await look(), stopped.signal);
      await tick(stopped.signal);
    }
    await deliveries.idle();
    for (const pool of [transport, slow]) pool.close();
  };
  const running = run();

  return {
    wake: () => bell.ring(),
    async stop() {
      stopped.abort();
      deliveries.stop();
      const ended = new AbortController();
      void clock.sleep(STOP_GRACE_MS, ended.signal).then(() => deliveries.abort());
      await running;
      ended.abort();
    },
  };
}

/** Wakes one waiter. A ring without a waiter is kept for the next wait. */
class Bell {
  readonly #clock: Clock;
  #rung = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#rung.abort();
  }

  /** Waits for a ring, for `ms` milliseconds at most, or until the signal. @returns whether there was a ring */
  async wait(ms: number, until: AbortSignal): Promise<boolean> {
    await this.#clock.sleep(ms, AbortSignal.any([this.#rung.signal, until]));
    const isRung = this.#rung.signal.aborted;
    if (isRung) this.#rung = new AbortController();
    return isRung;
  }
}
