import { setTimeout as sleep } from 'node:timers/promises';
import { type Service, systemClock, UnavailableError } from '@algotheque/domain';
import { createApp, createContainer, ids, type Listening, type ListenOptions, listen } from '@algotheque/http-koa';
import type { Logger } from 'pino';
import type { Backend } from '../backend.ts';
import { ClosingError } from '../closing.ts';
import { listenError } from '../listenPort.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Tracing } from '../telemetry/openTracing.ts';
import type { Scraping } from '../telemetry/scraping.ts';
import { greet, say } from './greeting.ts';
import { httpOptionsOf } from './httpOptions.ts';
import { STOP_TIMES } from './stopSignals.ts';

interface Serving {
  readonly settings: Settings;
  readonly look: string;
  readonly backend: Backend;
  readonly logger: Logger;
  readonly scraping: Scraping | null;
  readonly tracing: Tracing | null;
  /** Resolves when the server has to stop. */
  readonly asked: Promise<unknown>;
}

/**
 * A server listens when what a crash left is finished, or after this time: an unavailable database would delay everything else, and reads
 * find a content wherever the crash left it.
 */
const FIRST_ROUND_MS = 5_000;

/**
 * Serves until it is asked to stop, and then ends: not ready, a grace, no new connections, requests that were sent
 * finish, stores close. The end takes `STOP_TIMES.closedMs` at most.
 * @throws what `backend.refused` rejects with, after the same end; StartError when it cannot listen
 */
export async function serveBackend(serving: Serving): Promise<void> {
  const end = new ServerEnd();
  try {
    await run(serving, end);
  } finally {
    await end.close(serving.backend);
  }
}

async function run(serving: Serving, end: ServerEnd): Promise<void> {
  const { settings, backend, logger, tracing, asked } = serving;
  let isReady = true;
  const container = containerOf(serving, () => isReady);
  const service = container.get(ids.service);
  const first = service.open();
  const started = { ...serving, isEmpty: false };
  const looked = hasNoAccount(backend).then((isEmpty) => Object.assign(started, { isEmpty }));
  await Promise.race([
    Promise.all([first, looked]),
    sleep(FIRST_ROUND_MS, null, { ref: false }),
    asked,
    backend.refused,
  ]);
  const listening = await listenAs(settings, createApp(container), {
    maxConnections: settings.ALGOTHEQUE_MAX_CONNECTIONS,
    stopGraceMs: settings.ALGOTHEQUE_STOP_GRACE,
    stopTimeoutMs: STOP_TIMES.drainedMs,
    onDropped: (count) => logger.warn({ count }, 'connections dropped'),
  });
  tracing?.watch(listening.server);
  greet(started, listening.address);
  try {
    await Promise.race([asked.then(() => say('Algotheque stops')), backend.refused, first.then(() => backend.refused)]);
  } finally {
    isReady = false;
    await end.drain(listening, service);
    await container.unbindAllAsync();
  }
}

const ONE_ACCOUNT = 1;

/** False while the store cannot say. It looks at one record, damaged or not: `list` would go on behind damaged ones. */
async function hasNoAccount({ ports, awaited }: Backend): Promise<boolean> {
  if (awaited !== null) return false;
  let damaged = 0;
  try {
    const first = { by: 'adresseMail', start: '', limit: ONE_ACCOUNT } as const;
    const { users } = await ports.users.walk(first, () => (damaged += 1));
    return users.length === 0 && damaged === 0;
  } catch (error) {
    if (error instanceof UnavailableError) return false; // requests get 503 for it
    throw error;
  }
}

function containerOf({ settings, look, backend, logger, scraping, tracing }: Serving, isReady: () => boolean) {
  const metrics = scraping?.metrics;
  const timed = metrics?.timed(backend.ports) ?? backend.ports;
  const container = createContainer(tracing?.ports(timed) ?? timed, {
    policy: backend.policy,
    serverState: backend.serverState,
    http: {
      ...httpOptionsOf({ settings, look }),
      isReady,
      ...(metrics !== undefined && { observer: metrics.requests }),
      ...(tracing !== null && { around: tracing.around }),
    },
    logger,
    ...(metrics !== undefined && { observer: metrics.service }),
  });
  if (tracing !== null) container.onActivation(ids.service, (_context, service) => tracing.service(service));
  return container;
}

async function listenAs(
  { HOST: host, PORT: port }: Settings,
  app: ReturnType<typeof createApp>,
  options: ListenOptions,
): Promise<Listening> {
  try {
    return await listen(app, { ...options, host, port });
  } catch (error) {
    throw listenError(error, { host, port }); // another process took the port after it was found free
  }
}

/** Its time begins with the first step; what has not ended by then is left to the end of the process. */
class ServerEnd {
  readonly #expiry = new AbortController();
  #over: Promise<void> | null = null;

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

  /** A failure here, such as a full or failed disk, costs the next start at most a recovery: all commits are on the disk. */
  async close(backend: Backend): Promise<void> {
    try {
      await backend.close(this.#timeOver());
    } catch (error) {
      if (!(error instanceof ClosingError)) throw error;
      say(`${error.message}. Nothing that was acknowledged is lost; the next start finishes the rest.`);
    } finally {
      this.#expiry.abort();
    }
  }
}
