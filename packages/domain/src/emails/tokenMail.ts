import * as v from 'valibot';
import { CLOCK_TOLERANCE_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { value } from '../inputs/input.ts';
import type { Policy } from '../policy.ts';
import { Responses } from '../responses.ts';
import { emailChangesIn, type Locale, type User } from '../user.ts';
import type { RequestedMail } from './mailer.ts';
import type { MailPurpose, MailTokenClaims } from './mailTokens.ts';

/** The token of a mail, as its link has it. Every wrong token gets the same answer. */
export const mailToken = value(v.string(), () => new DomainError(Responses.User.Invalid_token));

/** How long the link of a mail lives, in milliseconds. A new e-mail address is confirmed as the first one is. */
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

/** Makes the token of a purpose and hands the mail with it to the mailer. */
export async function sendTokenMail(
  context: Context,
  user: User,
  mail: { readonly kind: 'confirm' | 'recover'; readonly locale: Locale },
): Promise<void> {
  const { id, adresseMail, pseudo } = user;
  const token = await linkToken(context, user, mail.kind);
  await context.mailer.send({ id, adresseMail, pseudo, locale: mail.locale }, { kind: mail.kind, token });
}

/** A token for the user as they are now. */
export const linkToken = (context: Context, user: User, purpose: 'confirm' | 'recover'): Promise<string> =>
  makeToken(context, { userId: user.id, version: linkVersion(user) }, purpose);

/** Does the work of `sendTokenMail` without a recipient. */
export async function sendDecoyMail(context: Context, kind: RequestedMail): Promise<void> {
  await makeToken(context, { userId: 1, version: 1 }, kind);
  await context.mailer.sendDecoy(kind);
}

/**
 * What a recovery link is bound to. Both numbers only rise, so their sum changes with each of them: the link is void after a change
 * of the credentials and after a change of the address that it went to. A request for another address changes neither, so nobody who is
 * logged in can keep the owner from recovering the account by it.
 */
export function linkVersion({
  credentialsVersion,
  emailChange,
}: Pick<User, 'credentialsVersion' | 'emailChange'>): number {
  return credentialsVersion + emailChangesIn(emailChange);
}

/** A token that is valid from now on, for as long as those of its purpose are. */
export function makeToken(
  { mailTokens, clock, policy }: Context,
  { userId, version }: Pick<MailTokenClaims, 'userId' | 'version'>,
  purpose: MailPurpose,
): Promise<string> {
  const dateExpiration = clock.now() + linkLifeMs(policy, purpose);
  return mailTokens.make({ userId, purpose, version, dateExpiration });
}

/**
 * The claims of a mail token that is valid now, else null. A token that ends later than one made now was made under
 * a clock that was ahead, or by somebody who has the key. It is not valid until its end is within its lifetime.
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
