import type { OnProblem } from '@algotheque/domain';
import { listenError } from '../listenPort.ts';
import type { Settings } from '../settings/loadSettings.ts';

export type Scraping = NonNullable<Awaited<ReturnType<typeof openScraping>>>;

/** Null if the settings have no port for metrics. Then the library of the metrics is not loaded either. @throws SettingsError */
export async function openScraping(settings: Settings, onProblem: OnProblem) {
  const place = settings.ALGOTHEQUE_METRICS;
  if (place === null) return null;
  const { port } = place;
  const host = place.host ?? settings.HOST;
  const { openMetrics } = await import('./openMetrics.ts');
  const { listenForScrapers } = await import('./metricsServer.ts');
  const metrics = openMetrics(onProblem);
  try {
    return { metrics, ...(await listenForScrapers(metrics, { host, port }, onProblem)) };
  } catch (error) {
    throw listenError(error, { host, port }, place.host === null ? 'HOST, ALGOTHEQUE_METRICS' : 'ALGOTHEQUE_METRICS');
  }
}
