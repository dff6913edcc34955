import type { Clock } from '../clock.ts';
import type { Ports } from '../ports.ts';
import { isError } from '../problems.ts';
import { UnavailableError } from '../responses.ts';
import type { Health } from '../storeErrors.ts';
import type { StoreName } from './serverState.ts';

/**
 * Asks every medium once.
 * @throws UnavailableError that names the stores which cannot serve in its data, and says why in its reason
 */
export async function checkHealth(ports: Ports): Promise<void> {
  const failures = await storesThatFail(ports);
  if (failures.length === 0) return;
  throw new UnavailableError({
    stores: [...new Set(failures.map(({ store }) => store))],
    reason: [...new Set(failures.map(({ store, problem }) => `${store}: ${reasonOf(problem)}`))].join('; '),
    cause: failures[0]?.problem,
    retryAfterMs: Math.max(...failures.map(({ problem }) => problem.retryAfterMs)),
  });
}

/** Asks every medium once, all at the same time. */
export async function storesThatFail(ports: Ports): Promise<readonly Failure[]> {
  const { users, dueWork, algos, folders, sessionStore, limiter, deletions, contentStore, mailer, clock } = ports;
  const ask = onceEachMedium(clock);
  const found = await Promise.all([
    failuresOf('records', [users, dueWork, algos, folders, sessionStore, limiter, deletions].map(ask)),
    failuresOf('content', [ask(contentStore)]),
    failuresOf('mails', [ask(mailer)]),
  ]);
  return found.flat();
}

interface Failure {
  readonly store: StoreName;
  readonly problem: UnavailableError;
}

const LONGEST_WAIT_MS = 10_000;

/** @throws UnavailableError after ten seconds */
export async function answerInTime<Answer>(answer: Promise<Answer>, clock: Clock): Promise<Answer> {
  const answered = new AbortController();
  const tooLate = clock.sleep(LONGEST_WAIT_MS, answered.signal).then((): Promise<Answer> => {
    if (answered.signal.aborted) return answer;
    throw new UnavailableError({ reason: `no answer in ${LONGEST_WAIT_MS / 1_000} s` });
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    answered.abort();
  }
}

function onceEachMedium(clock: Clock): (port: Health) => Promise<void> {
  const answers = new Map<object, Promise<void>>();
  return (port) => {
    const medium = port.medium ?? port;
    const answer = answers.get(medium) ?? answerInTime(port.health(), clock);
    answers.set(medium, answer);
    return answer;
  };
}

async function failuresOf(store: StoreName, answers: readonly Promise<void>[]): Promise<Failure[]> {
  const outcomes = await Promise.allSettled(answers);
  return outcomes.flatMap((outcome): Failure[] => {
    if (outcome.status === 'fulfilled') return [];
    const problem: unknown = outcome.reason;
    if (!(problem instanceof UnavailableError)) throw problem;
    return [{ store, problem }];
  });
}

function reasonOf({ reason, cause }: UnavailableError): string {
  return reason ?? (isError(cause) ? cause.message : 'out of reach');
}
