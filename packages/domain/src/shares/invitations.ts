import type { Context } from '../context.ts';
import { mailboxOf } from '../emails/emailKey.ts';
import type { MailTokenClaims } from '../emails/mailer.ts';
import { readMailToken } from '../emails/tokenMail.ts';
import { DomainError, Responses } from '../responses.ts';

/** How long an address gets no invitations after its reader has refused them. */
export const REFUSED_MS = 10 * 365 * 86_400_000;

/** By the mailbox: nearly all of them ignore the case of letters. */
export const refusedKey = (adresseMail: string): string => `no-invitations:${mailboxOf(adresseMail)}`;

/** The token of the invitation: it proves that its holder reads the mails of the address. */
export const invitationToken = (
  { mailTokens }: Context,
  {
    ownerId,
    adresseMail,
    dateExpiration,
  }: { readonly ownerId: number } & Required<Pick<MailTokenClaims, 'adresseMail' | 'dateExpiration'>>,
): Promise<string> =>
  mailTokens.make({ userId: ownerId, purpose: 'invitation', version: 1, dateExpiration, adresseMail });

/** The address that an invitation went to. @throws DomainError User.Invalid_token */
export async function invitedAddress(context: Context, token: string): Promise<string> {
  const claims = await readMailToken(context, { token, purpose: 'invitation' });
  if (claims?.adresseMail === undefined) throw new DomainError(Responses.User.Invalid_token);
  return claims.adresseMail;
}
