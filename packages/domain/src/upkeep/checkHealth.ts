import { UnavailableError } from '../errors.ts';
import type { Health } from '../health.ts';
import type { Ports } from '../ports.ts';

/** What an operator knows a store by: users and records of algorithms, source code, mails that wait. */
export type StoreName = 'records' | 'content' | 'mails';

/**
 * Asks every store whether it can serve now.
 * @throws UnavailableError that names the stores which cannot in its data, and says why in its reason, for the log
 */
export async function checkHealth(ports: Ports): Promise<void> {
  const { users, algos, folders, tokenStore, limiter, deletions, files, mailer } = ports;
  const failures = [
    ...(await failuresOf('records', [users, algos, folders, tokenStore, limiter, deletions])),
    ...(await failuresOf('content', [files])),
    ...(await failuresOf('mails', [mailer])),
  ];
  if (failures.length === 0) return;
  throw new UnavailableError({
    stores: [...new Set(failures.map(({ store }) => store))],
    reason: [...new Set(failures.map(({ store, problem }) => `${store}: ${reasonOf(problem)}`))].join('; '),
    cause: failures[0]?.problem,
  });
}

interface Failure {
  readonly store: StoreName;
  readonly problem: UnavailableError;
}

async function failuresOf(store: StoreName, ports: readonly Health[]): Promise<Failure[]> {
  const outcomes = await Promise.allSettled(ports.map((port) => port.health()));
  return outcomes.flatMap((outcome): Failure[] => {
    if (outcome.status === 'fulfilled') return [];
    const problem: unknown = outcome.reason;
    if (!(problem instanceof UnavailableError)) throw problem;
    return [{ store, problem }];
  });
}

function reasonOf({ reason, cause }: UnavailableError): string {
  return reason ?? (cause instanceof Error ? cause.message : 'out of reach');
}
