import type { ResumedKind, ServiceObserver } from '@algotheque/domain';
import { Counter, type Registry } from 'prom-client';
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
