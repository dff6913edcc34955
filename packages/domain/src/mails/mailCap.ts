import { emailKey } from '../emailKey.ts';
import { UnavailableError } from '../errors.ts';
import type { Outcome, RateRule } from '../limits/rateLimiter.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import type { User } from '../user.ts';
import type { MailPurpose } from './mailTokens.ts';
import { linkLifeMs } from './tokenMail.ts';

/** How long a mail waits while other mails to the same user are being sent, in milliseconds. */
const MAX_WAIT_MS = 5_000;
const POLL_MS = 20;

type CapPorts = Pick<Ports, 'limiter' | 'clock'>;

/** Counts the mails of one kind to one user, or to an e-mail without a user. */
export interface Cap {
  readonly key: string;
  /** Undefined: no limit. */
  readonly rule: RateRule | undefined;
}

/**
 * The count belongs to the links: a new password or another address makes recovery links void, so the count of the new version or
 * address starts at 0. Mails for an e-mail before its registration are counted apart from the user's own.
 */
export function mailCap(
  policy: Policy,
  kind: MailPurpose,
  to: { readonly email: string; readonly user: User | null },
): Cap {
  const { email, user } = to;
  const address = emailKey(policy.emailCase, email);
  const whose = user === null ? `nobody:${address}` : `user:${user.id}:${user.credentialsVersion}:${address}`;
  return { key: `mails-sent:${kind}:${whose}`, rule: capRule(policy, kind) };
}

/** The mails of one kind that anybody makes the service send to an e-mail address, whoever has it. */
export function addressCap(policy: Policy, kind: MailPurpose, email: string): Cap {
  return { key: `mails-sent:${kind}:address:${emailKey(policy.emailCase, email)}`, rule: capRule(policy, kind) };
}

function capRule(policy: Policy, kind: MailPurpose): RateRule | undefined {
  const { limits } = policy;
  return limits === null ? undefined : { limit: limits.mailsPerLinkLife, windowMs: linkLifeMs(policy, kind) };
}

/**
 * Runs `send` and tells it whether one more mail may be sent. Counts the mail only if it was sent. When the limiter
 * cannot count, this is reported and nothing is refused.
 * @throws UnavailableError when other mails to the same user are being sent for longer than five seconds
 */
export async function sendWithinCap(
  ports: CapPorts,
  { cap, onProblem }: { readonly cap: Cap; readonly onProblem: OnProblem },
  send: (isWithin: boolean) => Promise<void>,
): Promise<void> {
  const { key, rule } = cap;
  const place = rule === undefined ? 'uncounted' : await takePlace(ports, { key, rule }, onProblem);
  if (rule === undefined || place !== 'taken') return send(place === 'uncounted');
  let outcome: Outcome = 'succeeded'; // the limiter does not count it
  try {
    await send(true);
    outcome = 'failed'; // the limiter counts it
  } finally {
    await attempt(onProblem, 'limit', () => ports.limiter.settle(key, rule, outcome, ports.clock.now()));
  }
}

async function takePlace(
  { limiter, clock }: CapPorts,
  { key, rule }: { readonly key: string; readonly rule: RateRule },
  onProblem: OnProblem,
): Promise<'taken' | 'refused' | 'uncounted'> {
  const deadline = clock.now() + MAX_WAIT_MS;
  try {
    for (;;) {
      const { state } = await limiter.take(key, rule, clock.now());
      if (state !== 'undecided') return state;
      if (clock.now() >= deadline) break;
      await clock.sleep(POLL_MS);
    }
  } catch (problem) {
    if (!(problem instanceof UnavailableError)) throw problem;
    onProblem(problem, 'limit');
    return 'uncounted';
  }
  throw new UnavailableError();
}
