import type { OnProblem } from '@algotheque/domain';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Load } from '../backend.ts';
import { checkMetrics } from './checkMetrics.ts';
import { hashMetrics } from './hashMetrics.ts';
import { mailMetrics } from './mailMetrics.ts';
import type { Metrics } from './metrics.ts';
import { requestMetrics } from './requestMetrics.ts';
import { serviceMetrics } from './serviceMetrics.ts';
import { commitMetrics, storeMetrics } from './storeMetrics.ts';

/** Begins to measure. To be called once: the library is loaded with this file, and only a server with a port for metrics loads it. */
export function openMetrics(onProblem: OnProblem): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  let watched: Load | null = null; // the backend is opened after the metrics
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
    watch(opened) {
      watched = opened;
    },
    text: () => registry.metrics(),
  };
}
