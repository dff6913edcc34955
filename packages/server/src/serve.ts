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

/**
 * How long requests may take after a stop was asked for, including the grace: Docker kills after 10 s, and the
 * stores must still close.
 */
const STOP_TIMEOUT_MS = 7_500;
/** How long the end waits for a running round of the sweeper. */
const SWEEP_PATIENCE_MS = 2_000;

/**
 * Serves until SIGTERM or SIGINT, and then drains: not ready, a grace, no new connections, requests that were sent
 * finish, stores close.
 * @throws StartError for what an operator can repair; UsageError for any argument
 */
export async function serve(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<void> {
  // The arguments are not shown: they may be secrets.
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

/**
 * A failure here, such as a full or failed disk, costs the next start at most a recovery: all commits are on the
 * disk.
 */
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

async function end(listening: Listening, service: Service): Promise<void> {
  await listening.drain();
  const expiry = new AbortController();
  // A round of the sweeper that waits for a database fails later on the closed store: all of its work is
  // repeatable.
  await Promise.race([service.close(), systemClock.sleep(SWEEP_PATIENCE_MS, expiry.signal)]);
  expiry.abort();
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
    ...(settings.url !== null && { publicUrl: settings.url }),
  };
}
