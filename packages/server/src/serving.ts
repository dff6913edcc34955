import { type Service, systemClock } from '@algotheque/domain';
import {
  createApp,
  createContainer,
  DEFAULT_HTTP_OPTIONS,
  ids,
  type Listening,
  type ListenOptions,
  listen,
} from '@algotheque/http-koa';
import type { Logger } from 'pino';
import type { Backend } from './backend.ts';
import { ClosingError } from './closing.ts';
import { listenError } from './listenPort.ts';
import type { Settings } from './settings/loadSettings.ts';
import { STOP_TIMES } from './stopTimes.ts';
import { greet, say } from './terminal.ts';

interface Serving {
  readonly settings: Settings;
  readonly backend: Backend;
  readonly logger: Logger;
  /** Resolves when the server has to stop. */
  readonly asked: Promise<unknown>;
}

/**
 * Serves until it is asked to stop, and then ends: not ready, a grace, no new connections, requests that were sent
 * finish, stores close. The end takes `STOP_TIMES.closedMs` at most.
 * @throws what `backend.refused` rejects with, after the same end; StartError when it cannot listen
 */
export async function serveBackend(serving: Serving): Promise<void> {
  const end = new End(serving.backend);
  try {
    await run(serving, end);
  } finally {
    await end.close();
  }
}

async function run({ settings, backend, logger, asked }: Serving, end: End): Promise<void> {
  let isReady = true;
  const { audit: _silent, ...ports } = backend.ports; // the container's own audit log writes to the log
  const container = createContainer(ports, {
    policy: backend.policy,
    http: { ...httpOptionsOf(settings), isReady: () => isReady },
    logger,
  });
  const service = container.get(ids.service);
  const listening = await listenAs(settings, createApp(container), {
    maxConnections: settings.maxConnections,
    stopGraceMs: settings.stopGrace,
    stopTimeoutMs: STOP_TIMES.drainedMs,
    onDropped: (count) => logger.warn({ count }, 'connections dropped'),
  });
  const { places, awaited } = backend;
  greet({ settings, places, awaited, address: listening.address });
  try {
    await Promise.race([asked.then(() => say('Algotheque stops')), backend.refused, opened(service)]);
  } finally {
    isReady = false;
    await end.drain(listening, service);
    await container.unbindAllAsync();
  }
}

async function listenAs(
  { host, port }: Settings,
  app: ReturnType<typeof createApp>,
  options: ListenOptions,
): Promise<Listening> {
  try {
    return await listen(app, { ...options, host, port });
  } catch (error) {
    throw listenError(error, { host, port }); // another process took the port after it was found free
  }
}

/**
 * Finishes what a crash left in parallel with the first requests, because an unavailable database would delay
 * everything else.
 */
async function opened(service: Service): Promise<never> {
  await service.open();
  return new Promise(() => {});
}

/** The end of a server. Its time begins with the first step. */
class End {
  readonly #backend: Backend;
  readonly #expiry = new AbortController();
  #over: Promise<void> | null = null;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Resolves when the time is over. */
  #timeOver(): Promise<void> {
    this.#over ??= systemClock.sleep(STOP_TIMES.closedMs, this.#expiry.signal);
    return this.#over;
  }

  async drain(listening: Listening, service: Service): Promise<void> {
    void this.#timeOver();
    await listening.drain();
    const expiry = new AbortController();
    // A round of the sweeper that waits for a database fails later on the closed store: all of its work is
    // repeatable.
    await Promise.race([service.close(), systemClock.sleep(STOP_TIMES.sweeperMs, expiry.signal)]);
    expiry.abort();
  }

  /**
   * A failure here, such as a full or failed disk, costs the next start at most a recovery: all commits are on the
   * disk. The same is true of what does not end in time.
   */
  async close(): Promise<void> {
    try {
      await this.#backend.close(this.#timeOver());
    } catch (error) {
      if (!(error instanceof ClosingError)) throw error;
      say(`${error.message}. Nothing that was acknowledged is lost; the next start finishes the rest.`);
    } finally {
      this.#expiry.abort();
    }
  }
}

function httpOptionsOf(settings: Settings) {
  return {
    prefixes: { ...DEFAULT_HTTP_OPTIONS.prefixes, users: settings.usersPrefix, algos: settings.algosPrefix },
    maxBodyBytes: settings.bodyMaxBytes,
    maxHeldBytes: settings.bodiesHeldBytes,
    maxBodyValues: 2 * settings.sourceMaxValues + 10_000, // names count too, and so do the grants in the same body
    corsOrigins: settings.corsOrigins,
    trustedProxies: settings.trustedProxies,
    locale: settings.locale,
    docs: settings.docs,
    ...(settings.url !== null && { publicUrl: settings.url }),
  };
}
