import type { ResumedKind, ServiceObserver } from '@algotheque/domain';
import type { RequestObserver } from '@algotheque/http-koa';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { CHECKS, type OnCheckResult } from '../stores/startChecks.ts';

const RESULT_OF = { hit: { result: 'hit' }, miss: { result: 'miss' } };

const RESUMED: Readonly<Record<ResumedKind, true>> = {
  content: true,
  deletion: true,
  withdrawal: true,
  confirmation: true,
  notice: true,
  email: true,
  shares: true,
};

export function serviceMetrics(registry: Registry): ServiceObserver {
  const registers = [registry];
  const reads = new Counter({
    name: 'algotheque_content_cache_reads_total',
    help: 'Source codes that were read: from memory (hit) or from the store (miss)',
    labelNames: ['result'],
    registers,
  });
  const resumed = new Counter({
    name: 'algotheque_work_resumed_total',
    help: 'Pieces of work that a round in the background has finished: content that a crash left, deletions of users, rights of accounts that were taken over, mails that were due: confirmations, notices of a new password, notices of a new e-mail address',
    labelNames: ['kind'],
    registers,
  });
  for (const result of Object.values(RESULT_OF)) reads.inc(result, 0);
  for (const kind of Object.keys(RESUMED)) resumed.inc({ kind }, 0);
  return {
    onContentRead: (isCached) => reads.inc(isCached ? RESULT_OF.hit : RESULT_OF.miss),
    onResumed: (kind) => resumed.inc({ kind }),
  };
}

export function checkMetrics(registry: Registry): OnCheckResult {
  const checks = new Counter({
    name: 'algotheque_checks_total',
    help: 'Checks in the background: of each content (ALGOTHEQUE_SCRUB), and of the file of SQLite, by their result',
    labelNames: ['of', 'result'],
    registers: [registry],
  });
  for (const { of, result } of CHECKS) checks.inc({ of, result }, 0);
  return ({ of, result }) => checks.inc({ of, result });
}

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
