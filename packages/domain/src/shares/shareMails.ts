import type { Algorithm, WaitingShare } from '../algorithm.ts';
import type { Context } from '../context.ts';
import { capsOfSender, sendWithinCaps } from '../emails/mailCap.ts';
import type { Mail, MailRecipient } from '../emails/mailer.ts';
import { recipientOf } from '../emails/tokenMail.ts';
import type { User } from '../user.ts';
import { invitationToken, REFUSED_MS, refusedKey } from './invitations.ts';

/**
 * Tells a user that they have a right, in their language. Only at an address that they have confirmed, unless they have switched
 * these mails off, and within the caps of the owner who shares.
 */
export async function sendShared(
  context: Context,
  { owner, algo, user }: { readonly owner: User; readonly algo: Algorithm; readonly user: User },
): Promise<void> {
  if (!user.isVerified || !user.shareMails) return sendNone(context);
  const to = recipientOf(user, user.locale ?? context.policy.locale);
  const mail = { kind: 'algo_shared', sharer: owner.pseudo, algo: algo.nom, algoId: algo.id } as const;
  await send(context, owner, { to, mail });
}

interface Invited {
  readonly owner: User;
  readonly algo: Algorithm;
  readonly share: WaitingShare;
  /** Whether the user of the address refuses the owner: then the same work is done without a mail. */
  readonly isRefused: boolean;
}

/**
 * Invites who reads the mails of an address to open a link with an account of theirs: it gives what waits. Unless that person wants no more
 * invitations, or refuses the owner.
 */
export async function sendInvitation(context: Context, { owner, algo, share, isRefused }: Invited): Promise<void> {
  const { adresseMail, locale, dateExpiration } = share;
  if (await context.limiter.remembers(refusedKey(adresseMail), context.clock.now(), REFUSED_MS))
    return sendNone(context);
  const token = await invitationToken(context, { ownerId: owner.id, adresseMail, dateExpiration });
  const to = { id: 0, adresseMail, pseudo: adresseMail, locale };
  const sender = { sharer: owner.pseudo, sharerMail: owner.adresseMail, isSharerConfirmed: owner.isVerified };
  const mail = { kind: 'share_invitation', token, algo: algo.nom, ...sender } as const;
  await send(context, owner, { to, mail, isRefused });
}

/** An owner whose account is disabled sends no mails. */
async function send(
  context: Context,
  owner: User,
  { to, mail, isRefused = false }: { readonly to: MailRecipient; readonly mail: Mail; readonly isRefused?: boolean },
): Promise<void> {
  const caps = capsOfSender(context.policy, 'share', { user: owner, email: to.adresseMail });
  await sendWithinCaps(context, caps, (isWithin) =>
    isWithin && !owner.isDisabled && !isRefused ? context.mailer.send(to, mail) : sendNone(context),
  );
}

/** The same work without a mail. */
const sendNone = ({ mailer }: Context): Promise<void> => mailer.sendDecoy('change_email');
