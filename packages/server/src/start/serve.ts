import { createLogger, pinoAuditLog, problemLog } from '@algotheque/http-koa';
import { openBackend } from '../backend.ts';
import { freePort } from '../listenPort.ts';
import { refuseLocalLinks } from '../mails/localLinks.ts';
import { type Prepared, prepareFrom } from '../prepare.ts';
import type { Env } from '../settings/schema.ts';
import { asStartError } from '../startError.ts';
import { registeredTracing } from '../telemetry/registeredTracing.ts';
import { openScraping } from '../telemetry/scraping.ts';
import { mailTeller, say } from './greeting.ts';
import type { OnMail } from './mail.ts';
import { serveBackend } from './serving.ts';
import { stopAsked } from './stopSignals.ts';
import { putPoolBehindRequests } from './threadPool.ts';

export async function runServer(env: Env): Promise<void> {
  const asked = stopAsked();
  try {
    const prepared = await prepareFrom(env);
    const { settings } = prepared;
    const PORT = await freePort(settings.HOST, settings.PORT);
    await servePrepared({ ...prepared, settings: { ...settings, PORT } }, { asked, onMail: mailTeller(env) });
  } catch (error) {
    throw asStartError(error);
  }
}

interface Hooks {
  readonly asked: Promise<unknown>;
  readonly onMail: OnMail;
}

export async function servePrepared(prepared: Prepared, { asked, onMail }: Hooks): Promise<void> {
  const { settings, look, places } = prepared;
  refuseLocalLinks(settings, places);
  const logger = createLogger({ level: settings.ALGOTHEQUE_LOG_LEVEL });
  const onNotice = (line: string) => logger.warn(line);
  const onProblem = problemLog(logger);
  const scraping = await openScraping(settings, onProblem); // first, because a start that cannot listen must leave nothing behind
  try {
    const audit = pinoAuditLog(logger);
    const hooks = { onProblem, onNotice, onMail, audit, checksDatabase: true };
    const backend = await openBackend(prepared, { ...hooks, ...scraping?.metrics.backend });
    scraping?.metrics.watch(backend.load);
    putPoolBehindRequests(onProblem);
    const tracing = await registeredTracing();
    await serveBackend({ settings, look, backend, logger, scraping, tracing, asked });
  } finally {
    await scraping?.close();
  }
  say('Algotheque stopped');
}
