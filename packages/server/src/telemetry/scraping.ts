import type { OnProblem } from '@algotheque/domain';
import { listenError } from '../listenPort.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** Metrics that scrapers can read. */
export type Scraping = NonNullable<Awaited<ReturnType<typeof openScraping>>>;

/**
 * Begins to measure, and listens for scrapers; null if the settings have no port for them. Then the library of the metrics is not
 * loaded either.
 * @throws SettingsError that names the setting when it cannot listen there
 */
export async function openScraping(settings: Settings, onProblem: OnProblem) {
  const { ALGOTHEQUE_METRICS_HOST: metricsHost, ALGOTHEQUE_METRICS_PORT: port } = settings;
  if (port === null) return null;
  const host = metricsHost ?? settings.HOST;
  const { openMetrics } = await import('./openMetrics.ts');
  const { listenForScrapers } = await import('./metricsServer.ts');
  const metrics = openMetrics(onProblem);
  try {
    return { metrics, ...(await listenForScrapers(metrics, { host, port }, onProblem)) };
  } catch (error) {
    const names = { host: metricsHost === null ? 'HOST' : 'ALGOTHEQUE_METRICS_HOST', port: 'ALGOTHEQUE_METRICS_PORT' };
    throw listenError(error, { host, port, settings: names });
  }
}
