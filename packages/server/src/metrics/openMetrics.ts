import type { OnProblem, Ports, ServiceObserver } from '@algotheque/domain';
import type { RequestObserver } from '@algotheque/http-koa';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { BackendHooks, Load } from '../backend.ts';
import { checkMetrics } from './checkMetrics.ts';
import { hashMetrics } from './hashMetrics.ts';
import { mailMetrics } from './mailMetrics.ts';
import { requestMetrics } from './requestMetrics.ts';
import { serviceMetrics } from './serviceMetrics.ts';
import { commitMetrics, storeMetrics } from './storeMetrics.ts';

/** What a server measures: what its parts say of themselves, and the text that a scraper gets. */
export interface Metrics {
  readonly requests: RequestObserver;
  readonly service: ServiceObserver;
  readonly backend: Required<Pick<BackendHooks, 'onCheck' | 'onCommit' | 'onDelivery'>>;
  /** The same ports. Calls of stores are counted and timed. */
  timed(ports: Ports): Ports;
  /** From now on the queues of `load` are read for each text. */
  watch(load: Load): void;
  /** All metrics in the text format of Prometheus, version 0.0.4. */
  text(): Promise<string>;
}

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
