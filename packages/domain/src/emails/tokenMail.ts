import * as v from 'valibot';
import { CLOCK_TOLERANCE_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { value } from '../input.ts';
import type { Policy } from '../policy.ts';
import { DomainError, Responses } from '../responses.ts';
import { emailChangesIn, type Locale, type User } from '../user.ts';
import type { MailPurpose, MailRecipient, MailTokenClaims, RequestedMail } from './mailer.ts';

/** The token of a mail, as its link has it. Every wrong token gets the same answer. */
export const mailToken = value(v.string(), () => new DomainError(Responses.User.Invalid_token));

export function linkLifeMs(
  { confirmTtlMs, recoverTtlMs, emailBackTtlMs, shares }: Policy,
  purpose: MailPurpose,
): number {
  const lives = {
    confirm: confirmTtlMs,
    recover: recoverTtlMs,
    change_email: confirmTtlMs,
    take_back: emailBackTtlMs,
    invitation: shares.waitingMs,
  };
  return lives[purpose];
}

/** A user as the recipient of a mail. @param to the address; default: that of the user */
export const recipientOf = ({ id, adresseMail, pseudo }: User, locale: Locale, to = adresseMail): MailRecipient => ({
  id,
  adresseMail: to,
  pseudo,
  locale,
});

export async function sendTokenMail(
  context: Context,
  user: User,
  { kind, locale }: { readonly kind: 'confirm' | 'recover'; readonly locale: Locale },
): Promise<void> {
  const token = await linkToken(context, user, kind);
  await context.mailer.send(recipientOf(user, locale), { kind, token });
}

export const linkToken = (context: Context, user: User, purpose: 'confirm' | 'recover'): Promise<string> =>
  makeToken(context, { userId: user.id, version: linkVersion(user) }, purpose);

/** Does the work of `sendTokenMail` without a recipient. */
export async function sendDecoyMail(context: Context, kind: RequestedMail): Promise<void> {
  await makeToken(context, { userId: 1, version: 1 }, kind);
  await context.mailer.sendDecoy(kind);
}

/**
 * What a recovery link is bound to: the sum of two numbers that only rise, so it is void after a change of the credentials or of the
 * address. A request for another address changes neither.
 */
function linkVersion({ credentialsVersion, emailChange }: Pick<User, 'credentialsVersion' | 'emailChange'>): number {
  return credentialsVersion + emailChangesIn(emailChange);
}

/** A token that is valid since `since`, now by default, for the time of its purpose. */
export function makeToken(
  { mailTokens, clock, policy }: Context,
  { userId, version, since = clock.now() }: Pick<MailTokenClaims, 'userId' | 'version'> & { readonly since?: number },
  purpose: MailPurpose,
): Promise<string> {
  const dateExpiration = since + linkLifeMs(policy, purpose);
  return mailTokens.make({ userId, purpose, version, dateExpiration });
}

/**
 * The claims of a mail token that is valid now, else null. One that ends later than one made now comes from a clock that was ahead, or from
 * somebody who has the key.
 */
export async function readMailToken(
  { mailTokens, clock, policy }: Context,
  { token, purpose }: { readonly token: string; readonly purpose: MailPurpose },
): Promise<MailTokenClaims | null> {
  const now = clock.now();
  const claims = await mailTokens.read(token, purpose, now);
  const latestEnd = now + linkLifeMs(policy, purpose) + CLOCK_TOLERANCE_MS;
  return claims === null || claims.dateExpiration > latestEnd ? null : claims;
}

/** For this and those below: @throws DomainError User.Invalid_token if the token or its user is not valid, or nothing is found */
async function ofToken<Found>(
  context: Context,
  token: { readonly token: string; readonly purpose: MailPurpose },
  find: (user: User, version: number) => Found | null,
): Promise<Found> {
  const claims = await readMailToken(context, token);
  const user = claims === null ? null : await context.users.findById(claims.userId);
  const found = claims === null || user === null ? null : find(user, claims.version);
  if (found === null) throw new DomainError(Responses.User.Invalid_token);
  return found;
}

export const userOfRecoveryToken = (context: Context, token: string): Promise<User> =>
  ofToken(context, { token, purpose: 'recover' }, (user, version) => (linkVersion(user) === version ? user : null));

export const pendingEmailOfToken = (context: Context, token: string) =>
  ofToken(context, { token, purpose: 'change_email' }, (user, version) => {
    const { pending } = user.emailChange;
    return pending !== null && user.emailChange.version === version ? { user, email: pending } : null;
  });

export const formerEmailOfToken = (context: Context, token: string) =>
  ofToken(context, { token, purpose: 'take_back' }, (user, version) => {
    const email = user.emailChange.former.find((former) => former.version === version);
    return email === undefined ? null : { user, email };
  });
