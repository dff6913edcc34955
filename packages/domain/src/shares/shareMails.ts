import type { Algorithm, WaitingShare } from '../algorithm.ts';
import { sendWithinCaps, shareCaps } from '../emails/mailCap.ts';
import type { Mail, MailRecipient } from '../emails/mailer.ts';
import type { Parts } from '../parts.ts';
import type { User } from '../user.ts';

type MailParts = Pick<Parts, 'mailer' | 'limiter' | 'clock' | 'policy' | 'onProblem'>;

/**
 * Tells a user that they have a right, in their language. Only at an address that they have confirmed, unless they have switched
 * these mails off, and within the caps of the owner who shares.
 */
export async function sendShared(
  parts: MailParts,
  { owner, algo, user }: { readonly owner: User; readonly algo: Algorithm; readonly user: User },
): Promise<void> {
  const { id, adresseMail, pseudo } = user;
  if (!user.isVerified || !user.shareMails) return sendNone(parts);
  const to = { id, adresseMail, pseudo, locale: user.locale ?? parts.policy.locale };
  const mail = { kind: 'algo_shared', sharer: owner.pseudo, algo: algo.nom, algoId: algo.id } as const;
  await send(parts, owner, { to, mail });
}

/** Invites who reads the mails of an address to confirm it. Strangers get no text of the owner but the name. */
export async function sendInvitation(
  parts: MailParts,
  { owner, share }: { readonly owner: User; readonly share: WaitingShare },
): Promise<void> {
  const { adresseMail, locale } = share;
  const to = { id: 0, adresseMail, pseudo: adresseMail, locale };
  await send(parts, owner, { to, mail: { kind: 'share_invitation', sharer: owner.pseudo } });
}

/** An owner whose account is disabled sends no mails. */
async function send(
  parts: MailParts,
  owner: User,
  { to, mail }: { readonly to: MailRecipient; readonly mail: Mail },
): Promise<void> {
  await sendWithinCaps(parts, shareCaps(parts.policy, owner, to.adresseMail), (isWithin) =>
    isWithin && !owner.isDisabled ? parts.mailer.send(to, mail) : sendNone(parts),
  );
}

/** The same work without a mail. */
const sendNone = ({ mailer }: MailParts): Promise<void> => mailer.sendDecoy('change_email');
