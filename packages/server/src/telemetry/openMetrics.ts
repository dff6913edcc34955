import type { OnProblem } from '@algotheque/domain';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { ServerLoad } from '../backend.ts';
import { hashMetrics, mailMetrics } from './mailMetrics.ts';
import { checkMetrics, requestMetrics, serviceMetrics } from './serviceMetrics.ts';
import { commitMetrics, storeMetrics } from './storeMetrics.ts';

/** What a server measures: what its parts say of themselves, and the text that a scraper gets. */
export type Metrics = ReturnType<typeof openMetrics>;

/** Begins to measure. To be called once: the library is loaded with this file, and only a server with a port for metrics loads it. */
export function openMetrics(onProblem: OnProblem) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  let watched: ServerLoad | null = null; // the backend is opened after the metrics
  const load = () => watched;
  hashMetrics(registry, load);
  return {
    requests: requestMetrics(registry),
    service: serviceMetrics(registry),
    backend: {
      onCheck: checkMetrics(registry),
      onCommit: commitMetrics(registry),
      onDelivery: mailMetrics(registry, load, onProblem),
    },
    timed: storeMetrics(registry),
    /** From now on the queues of the backend are read for each text. */
    watch(opened: ServerLoad): void {
      watched = opened;
    },
    text: () => registry.metrics(),
  };
}
