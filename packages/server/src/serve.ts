import { type Service, systemClock } from '@algotheque/domain';
import {
  createApp,
  createContainer,
  createLogger,
  DEFAULT_HTTP_OPTIONS,
  ids,
  type Listening,
  type ListenOptions,
  listen,
  problemLog,
} from '@algotheque/http-koa';
import type { Logger } from 'pino';
import { type Backend, openBackend } from './backend.ts';
import { ClosingError } from './closing.ts';
import { freePort, listenError } from './listenPort.ts';
import { type Prepared, prepare } from './prepare.ts';
import { loadSettings, type Settings } from './settings/loadSettings.ts';
import { asStartError, UsageError } from './startError.ts';
import { stopAsked } from './stopSignals.ts';
import { greet, say, tellOfMail } from './terminal.ts';

/** How long requests may take once a stop was asked for, the grace included: Docker kills after 10 s, and stores close yet. */
const STOP_TIMEOUT_MS = 7_500;
/** How long the end waits for a round of the sweeper that is under way. */
const SWEEP_PATIENCE_MS = 2_000;

/**
 * Serves until SIGTERM or SIGINT, and then drains: not ready, a grace, no new connections, requests that were sent finish,
 * stores close.
 * @throws StartError for what an operator can mend; UsageError for any argument
 */
export async function serve(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<void> {
  // What was given is not shown: it may be a secret.
  if (args.length > 0)
    throw new UsageError('serve takes no arguments: settings come from the environment (PORT=4000 …)');
  const asked = stopAsked();
  try {
    const prepared = await prepare(loadSettings(env));
    const { settings } = prepared;
    const port = await freePort(settings.host, settings.port);
    await open({ ...prepared, settings: { ...settings, port } }, asked);
  } catch (error) {
    throw asStartError(error);
  }
}

async function open(prepared: Prepared, asked: Promise<unknown>): Promise<void> {
  const logger = createLogger({ level: prepared.settings.logLevel });
  const onNotice = (line: string) => logger.warn(line);
  const backend = await openBackend(prepared, { onProblem: problemLog(logger), onNotice, onMail: tellOfMail });
  try {
    await run(prepared.settings, backend, { logger, asked });
  } finally {
    await closeAsFarAsPossible(backend);
  }
  say('Algotheque stopped');
}

/** What fails here, as on a disk that is full or gone, costs the next start a recovery at most: commits are on the disk. */
async function closeAsFarAsPossible(backend: Backend): Promise<void> {
  try {
    await backend.close();
  } catch (error) {
    if (!(error instanceof ClosingError)) throw error;
    say(`${error.message}. Nothing that was acknowledged is lost; the next start finishes the rest.`);
  }
}

async function run(
  settings: Settings,
  backend: Backend,
  { logger, asked }: { readonly logger: Logger; readonly asked: Promise<unknown> },
): Promise<void> {
  let isReady = true;
  const { audit: _silent, ...ports } = backend.ports; // the container's own writes to the log
  const container = createContainer(ports, {
    policy: backend.policy,
    http: { ...httpOptionsOf(settings), isReady: () => isReady },
    logger,
  });
  const service = container.get(ids.service);
  const listening = await listenAs(settings, createApp(container), {
    maxConnections: settings.maxConnections,
    stopGraceMs: settings.stopGrace,
    stopTimeoutMs: STOP_TIMEOUT_MS,
    onDropped: (count) => logger.warn({ count }, 'connections dropped'),
  });
  const { places, awaited } = backend;
  greet({ settings, places, awaited, address: listening.address });
  try {
    await Promise.race([asked.then(() => say('Algotheque stops')), backend.refused, opened(service)]);
  } finally {
    isReady = false;
    await end(listening, service);
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
    throw listenError(error, { host, port }); // somebody was faster than we after the port was found free
  }
}

/** Finishes what a crash left beside the first requests: a database that is away would hold up everything else. */
async function opened(service: Service): Promise<never> {
  await service.open();
  return new Promise(() => {});
}

async function end(listening: Listening, service: Service): Promise<void> {
  await listening.drain();
  const expiry = new AbortController();
  // A round of the sweeper that waits for a database goes on to fail on the closed store: all of its work is repeatable.
  await Promise.race([service.close(), systemClock.sleep(SWEEP_PATIENCE_MS, expiry.signal)]);
  expiry.abort();
}

function httpOptionsOf(settings: Settings) {
  return {
    prefixes: { ...DEFAULT_HTTP_OPTIONS.prefixes, users: settings.usersPrefix, algos: settings.algosPrefix },
    maxBodyBytes: settings.bodyMaxBytes,
    maxHeldBytes: settings.bodiesHeldBytes,
    maxBodyValues: 2 * settings.sourceMaxValues + 10_000, // names count as well, and users to share with stand beside
    corsOrigins: settings.corsOrigins,
    trustedProxies: settings.trustedProxies,
    locale: settings.locale,
    ...(settings.url !== null && { publicUrl: settings.url }),
  };
}
