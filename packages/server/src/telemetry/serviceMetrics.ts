import type { ResumedKind, ServiceObserver } from '@algotheque/domain';
import { Counter, type Registry } from 'prom-client';

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

/** Counts what the service does beside requests. */
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
