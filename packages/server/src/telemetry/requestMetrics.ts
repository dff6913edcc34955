import type { RequestObserver } from '@algotheque/http-koa';
import { Gauge, Histogram, type Registry } from 'prom-client';

/** The methods that routes have, and those that they answer. All others are one value, because clients choose them. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const OTHER = 'other';

/** From a read that memory answers to a login that waits for its hash, and requests that run into a deadline. */
const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts requests by the pattern of their route, which is never a path. */
export function requestMetrics(registry: Registry): RequestObserver {
  const registers = [registry];
  const durations = new Histogram({
    name: 'algotheque_http_request_duration_seconds',
    help: 'Requests by route, method and status, with the time from their head to their answer',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS_S,
    registers,
  });
  const underWay = new Gauge({
    name: 'algotheque_http_requests_under_way',
    help: 'Requests that have no answer yet',
    registers,
  });
  return {
    onRequest: () => underWay.inc(),
    onAnswer({ route, method, status, ms }) {
      underWay.dec();
      const labels = { route: route ?? OTHER, method: METHODS.has(method) ? method : OTHER, status };
      durations.observe(labels, ms / 1_000);
    },
  };
}
