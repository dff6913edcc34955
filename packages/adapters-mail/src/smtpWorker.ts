import { Deliveries } from './deliveries.ts';
import { deliverySettings, type SmtpWorkerOptions } from './deliverySettings.ts';

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
  const settings = deliverySettings(options);
  const { clock } = settings;
  const deliveries = new Deliveries(settings);
  const stopped = new AbortController();
  let rung = new AbortController();
  const startedAt = clock.now();

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await clock.sleep(await deliveries.look(), AbortSignal.any([rung.signal, stopped.signal]));
      if (rung.signal.aborted) rung = new AbortController(); // a ring is kept until it is waited for
      const since = (clock.now() - startedAt) % TICK_MS;
      await clock.sleep(TICK_MS - (since < 0 ? since + TICK_MS : since), stopped.signal);
    }
    await deliveries.idle();
    deliveries.close();
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
