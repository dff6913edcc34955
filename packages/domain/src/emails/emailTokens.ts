import * as v from 'valibot';
import { DomainError } from '../errors.ts';
import { readMailToken } from '../mails/tokenMail.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import type { FormerEmail, PendingEmail, User } from '../user.ts';

type Needs = 'users' | 'mailTokens' | 'clock';

/** What a token is good for: the address that an account gets by it, and the name of its user. */
export const EmailOfToken = v.object({ adresseMail: v.string(), pseudo: v.string() });
export type EmailOfToken = Readonly<v.InferOutput<typeof EmailOfToken>>;

/**
 * The user whose last request for another address the token is for, and that address.
 * @throws DomainError User.Invalid_token
 */
export async function pendingEmailOfToken(
  ports: Pick<Ports, Needs>,
  policy: Policy,
  token: string,
): Promise<{ readonly user: User; readonly pending: PendingEmail }> {
  const claims = await readMailToken(ports, policy, { token, purpose: 'change_email' });
  const user = claims === null ? null : await ports.users.findById(claims.userId);
  const pending = user?.emailChange.pending ?? null;
  if (user === null || pending === null || user.emailChange.version !== claims?.version) {
    throw new DomainError(Responses.User.Invalid_token);
  }
  return { user, pending };
}

/**
 * The former address that the token takes back, and its user.
 * @throws DomainError User.Invalid_token
 */
export async function formerEmailOfToken(
  ports: Pick<Ports, Needs>,
  policy: Policy,
  token: string,
): Promise<{ readonly user: User; readonly former: FormerEmail }> {
  const claims = await readMailToken(ports, policy, { token, purpose: 'take_back' });
  const user = claims === null ? null : await ports.users.findById(claims.userId);
  const former = user?.emailChange.former.find(({ version }) => version === claims?.version);
  if (user === null || former === undefined) throw new DomainError(Responses.User.Invalid_token);
  return { user, former };
}

/** The versions of the user as it was read. */
export const versionsOf = ({ credentialsVersion, emailChange }: User) => ({
  credentialsVersion,
  emailVersion: emailChange.version,
});
