import type { Ports, ServiceObserver } from '@algotheque/domain';
import type { RequestObserver } from '@algotheque/http-koa';
import type { BackendHooks, Load } from '../backend.ts';

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
