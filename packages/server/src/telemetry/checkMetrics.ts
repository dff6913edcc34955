import { Counter, type Registry } from 'prom-client';
import type { Check, OnCheck } from '../stores/databaseCheck.ts';

/** Every end of a check, so that each is there as 0 before the first one: otherwise the first finding would be no increase. */
const CHECKS: readonly Check[] = [
  { of: 'content', result: 'intact' },
  { of: 'content', result: 'changed' },
  { of: 'content', result: 'damaged' },
  { of: 'database', result: 'intact' },
  { of: 'database', result: 'damaged' },
  { of: 'database', result: 'failed' },
];

export function checkMetrics(registry: Registry): OnCheck {
  const checks = new Counter({
    name: 'algotheque_checks_total',
    help: 'Checks in the background: of each content (ALGOTHEQUE_SCRUB), and of the file of SQLite, by their result',
    labelNames: ['of', 'result'],
    registers: [registry],
  });
  for (const { of, result } of CHECKS) checks.inc({ of, result }, 0);
  return ({ of, result }) => checks.inc({ of, result });
}
