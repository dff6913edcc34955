import {
  type Clock,
  type MailQueue,
  type MailTokens,
  type OnNotice,
  type OnProblem,
  printNotice,
  printProblem,
  systemClock,
} from '@algotheque/domain';
import { Deliveries, LOOK_AGAIN_MS } from './deliveries.ts';
import type { OnDelivery } from './deliverySettings.ts';
import { type MailForm, mailWriter } from './mailWriter.ts';
import { DEFAULT_TIMEOUTS } from './smtpTimeouts.ts';
import { CONNECTIONS, type SmtpOptions, SmtpTransport, slowTransport } from './smtpTransport.ts';
import { parseSmtpUrl } from './smtpUrl.ts';

export interface SmtpWorkerOptions extends SmtpOptions, MailForm {
  /** The mails of a store, which the workers of several servers may share. */
  readonly mails: MailQueue;
  readonly mailTokens: MailTokens;
  /**
   * Whether no other server uses the store: then mails that a killed one was sending go out at once, and not after a minute. Default:
   * false.
   */
  readonly isAlone?: boolean;
  /**
   * `smtp://user:password@host:port` or `smtps://…`. With `?requireTLS=true` nothing is sent without TLS; that is the default where there
   * are credentials and the host is not this machine, and `?requireTLS=false` lifts it. With `?tls=off` a server on this machine is used
   * without TLS.
   */
  readonly url: string;
  /** That of the store, if several servers share it. Default: the machine's. */
  readonly clock?: Clock;
  /** The time by which a mail is given up: one that a clock which is wrong for a moment does not move. Default: that of the clock. */
  readonly timeOfAges?: () => Promise<number>;
  /**
   * Gets one line about what is tried again: a mail that the server defers, or a server that cannot
   * be reached. It has codes only; never an address, a link or a credential. Default: `console.error`.
   */
  readonly onNotice?: OnNotice;
  /**
   * Gets every error of the store and every mail that is given up, with codes only; never an address, a link or a
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
 * Deliveries start at the ticks of an independent clock, apart from the request that caused the mail. So a client
 * that measures its next requests does not measure a delivery.
 */
const TICK_MS = 1_000;

const STOP_GRACE_MS = 5_000;

/**
 * Sends the mails that wait until it is stopped.
 * @throws TypeError when the URL or `dkim` is malformed; the message shows nothing of URL and key
 */
export function startSmtpWorker(options: SmtpWorkerOptions): SmtpWorker {
  const { mails, mailTokens, url, clock = systemClock, connections = CONNECTIONS } = options;
  const { onNotice = printNotice, onProblem = printProblem, onDelivery = () => {} } = options;
  const server = parseSmtpUrl(url);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const transportOptions = { ...options, server, connections, timeouts };
  const [transport, slow] = [new SmtpTransport(transportOptions), slowTransport(transportOptions)];
  const deliveries = new Deliveries({
    mails,
    mailTokens,
    write: mailWriter(options),
    connections,
    isAlone: options.isAlone ?? false,
    transport,
    slow,
    clock,
    timeOfAges: options.timeOfAges ?? (async () => clock.now()),
    random: Math.random,
    onNotice,
    onProblem,
    onDelivery,
  });
  const stopped = new AbortController();
  let rung = new AbortController();
  const startedAt = clock.now();

  /** Until the next ring, which is kept until it is waited for, or the stop, or for so long. */
  const wait = async (ms: number): Promise<void> => {
    await clock.sleep(ms, AbortSignal.any([rung.signal, stopped.signal]));
    if (rung.signal.aborted) rung = new AbortController();
  };
  const tick = (until: AbortSignal): Promise<void> => {
    const since = (clock.now() - startedAt) % TICK_MS;
    return clock.sleep(TICK_MS - (since < 0 ? since + TICK_MS : since), until);
  };
  const look = (): Promise<number> =>
    deliveries.look().catch((problem: unknown) => {
      onProblem(problem, 'mails that wait');
      return LOOK_AGAIN_MS;
    });
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await wait(await look());
      await tick(stopped.signal);
    }
    await deliveries.idle();
    for (const pool of [transport, slow]) pool.close();
  };
  const running = run();

  return {
    wake: () => rung.abort(),
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
