import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { Responses } from '../responses.ts';
import type { FormerEmail, PendingEmail, User } from '../user.ts';
import type { MailTokenClaims } from './mailTokens.ts';
import { linkVersion, readMailToken } from './tokenMail.ts';

interface Token {
  readonly token: string;
  readonly purpose: MailTokenClaims['purpose'];
}

/**
 * What `find` finds with the user of a mail token and the version that the token is for.
 * @throws DomainError User.Invalid_token if the token or its user is not valid, or nothing is found
 */
async function ofToken<Found>(
  context: Context,
  token: Token,
  find: (user: User, version: number) => Found | null,
): Promise<Found> {
  const claims = await readMailToken(context, token);
  const user = claims === null ? null : await context.users.findById(claims.userId);
  const found = claims === null || user === null ? null : find(user, claims.version);
  if (found === null) throw new DomainError(Responses.User.Invalid_token);
  return found;
}

/**
 * The user of a recovery token whose password and e-mail address have not changed since the token was made.
 * @throws DomainError User.Invalid_token
 */
export const userOfRecoveryToken = (context: Context, token: string): Promise<User> =>
  ofToken(context, { token, purpose: 'recover' }, (user, version) => (linkVersion(user) === version ? user : null));

/**
 * The user whose last request for another address the token is for, and that address.
 * @throws DomainError User.Invalid_token
 */
export const pendingEmailOfToken = (
  context: Context,
  token: string,
): Promise<{ readonly user: User; readonly email: PendingEmail }> =>
  ofToken(context, { token, purpose: 'change_email' }, (user, version) => {
    const { pending } = user.emailChange;
    return pending !== null && user.emailChange.version === version ? { user, email: pending } : null;
  });

/**
 * The former address that the token takes back, and its user.
 * @throws DomainError User.Invalid_token
 */
export const formerEmailOfToken = (
  context: Context,
  token: string,
): Promise<{ readonly user: User; readonly email: FormerEmail }> =>
  ofToken(context, { token, purpose: 'take_back' }, (user, version) => {
    const email = user.emailChange.former.find((former) => former.version === version);
    return email === undefined ? null : { user, email };
  });
