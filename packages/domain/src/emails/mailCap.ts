import type { Context } from '../context.ts';
import { hitOf } from '../limits.ts';
import type { Policy } from '../policy.ts';
import { attempt } from '../problems.ts';
import type { RateRule } from '../rateLimiter.ts';
import type { User } from '../user.ts';
import { emailKey, mailboxOf } from './emailKey.ts';
import type { MailPurpose } from './mailer.ts';
import { linkLifeMs } from './tokenMail.ts';

export interface Cap {
  readonly key: string;
  /** Undefined: no limit. */
  readonly rule: RateRule | undefined;
}

type Limiting = Pick<Context, 'limiter' | 'clock' | 'onProblem'>;

type CountedMail = MailPurpose | 'password_changed' | 'share';

/**
 * The mails of one kind to an address, whichever account has it, without regard to case: a new account with the address begins no new
 * count.
 */
export function addressCap(policy: Policy, kind: CountedMail, email: string): Cap {
  return capOf(policy, kind, { kind, address: mailboxOf(email) });
}

/** The mails about new passwords of a user. Who confirmed the address has a count apart from accounts with it in another case. */
export function noticeCap(policy: Policy, { adresseMail, isVerified }: User): Cap {
  if (!isVerified) return addressCap(policy, 'password_changed', adresseMail);
  const address = emailKey(policy.emailCase, adresseMail);
  return capOf(policy, 'password_changed', { kind: 'password_changed/confirmed', address });
}

/**
 * The mails that are asked for with this address. Those for an address without a user are counted apart: none is sent. New credentials make
 * recovery links void, so they begin a new count: else a person who changes the password could keep the owner without a link that works.
 */
export function requestCap(
  policy: Policy,
  kind: 'confirm' | 'recover',
  { email, user, isReserved }: { readonly email: string; readonly user: User | null; readonly isReserved: boolean },
): Cap {
  const whose = user === null ? `${kind}/${isReserved ? 'reserved' : 'nobody'}` : kind;
  const version = kind === 'recover' && user !== null ? `/${user.credentialsVersion}` : '';
  // Recovery mails of an address in another case are those of another account, which must not keep this one from being recovered.
  const address = kind === 'recover' ? emailKey(policy.emailCase, email) : mailboxOf(email);
  return capOf(policy, kind, { kind: whose + version, address });
}

/**
 * The mails that a user makes the service send to another address. Each user has a count for each address, so that nobody keeps an address
 * from being confirmed. Accounts without a confirmed address also have one count together for each address.
 */
export function capsOfSender(
  policy: Policy,
  kind: 'change_email' | 'share',
  { user, email }: { readonly user: User; readonly email: string },
): readonly Cap[] {
  const own = capOf(policy, kind, { kind: `${kind}/${user.id}`, address: mailboxOf(email) });
  const ofUnconfirmed = { ...addressCap(policy, kind, email), rule: policy.limits?.mailsOfUnconfirmed };
  return user.isVerified ? [own] : [own, ofUnconfirmed];
}

function capOf(policy: Policy, mail: CountedMail, key: { readonly kind: string; readonly address: string }): Cap {
  return { key: `mails-sent:${key.kind}:${key.address}`, rule: capRule(policy, mail) };
}

function capRule(policy: Policy, kind: CountedMail): RateRule | undefined {
  const { limits } = policy;
  if (limits === null) return undefined;
  if (kind === 'password_changed') return limits.newPassword;
  if (kind === 'share') return limits.shareMails;
  return { limit: limits.mailsPerLinkLife, windowMs: linkLifeMs(policy, kind) };
}

/**
 * Tells `send` whether one more mail may be sent by all caps, and counts it unless `send` fails. What the limiter cannot count is not
 * refused. The first cap that is full is the last one that is asked.
 */
export async function sendWithinCaps(
  context: Limiting,
  [cap, ...others]: readonly Cap[],
  send: (isWithin: boolean) => Promise<void>,
): Promise<void> {
  if (cap === undefined) return send(true);
  const hit = await hitOf(context, cap);
  const isWithin = hit === null || hit.retryAfterMs === 0;
  try {
    await (isWithin ? sendWithinCaps(context, others, send) : send(false));
  } catch (problem) {
    const counted = isWithin ? cap.key : `${cap.key}/none`; // where nothing was counted: the same work without an effect
    if (hit !== null) await attempt(context.onProblem, 'limit', () => context.limiter.giveBack(counted, hit.end));
    throw problem;
  }
}
