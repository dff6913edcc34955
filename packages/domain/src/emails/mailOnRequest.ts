import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AccountsContext, Context } from '../context.ts';
import { email } from '../inputs/text.ts';
import { countByAddress } from '../limits/countByAddress.ts';
import type { FormerEmail, User } from '../user.ts';
import { formerEmailOf, sendReservedMail } from './emailMails.ts';
import { findByAddress } from './findByAddress.ts';
import { requestCap, sendWithinCap } from './mailCap.ts';
import { linkLifeMs, sendDecoyMail, sendTokenMail } from './tokenMail.ts';

/** The e-mail that a mail is asked for. */
export const EmailDTO = v.object({ email });

const REQUESTED = { confirm: 'confirmation.requested', recover: 'recovery.requested' } as const;

/**
 * Sends a token mail to the user of an e-mail, if there is one who should get it and the cap allows it. A recovery that is asked for with
 * an address that a user can take back sends the link that does so. If there is nobody, does the same work without a mail, so that the
 * caller learns nothing.
 * @throws TooManyRequestsError when the caller's address has asked for too many
 */
export async function mailOnRequest(
  context: Context,
  request: {
    readonly email: string;
    readonly caller: Caller;
    readonly kind: keyof typeof REQUESTED;
    readonly isFor: (user: User) => boolean;
  },
): Promise<void> {
  const { policy } = context;
  const { kind, caller, email } = request;
  await countByAddress(context, { what: 'mail-address', address: caller.address });
  const found = await findByAddress(context.users, email);
  audit(context, REQUESTED[kind], caller, { targetId: found?.id ?? null });
  const user = found !== null && request.isFor(found) ? found : null;
  // Exactly this address, so an account with another case of it comes after.
  const reserved = kind === 'recover' ? await reservedEmail(context, email) : null;

  const locale = caller.locale ?? policy.locale;
  const cap = requestCap(policy, kind, { email: user?.adresseMail ?? email, user, isReserved: reserved !== null });
  await sendWithinCap(context, cap, (isWithin) => {
    if (isWithin && user !== null) return sendTokenMail(context, user, { kind, locale });
    if (isWithin && reserved !== null) return sendReservedMail(context, { ...reserved, locale });
    return sendDecoyMail(context, kind);
  });
}

/** Who had the address and can take it back. The read is made for every address, so that it takes the same work. */
async function reservedEmail(
  { users, clock, policy }: AccountsContext,
  email: string,
): Promise<{ readonly holder: User; readonly former: FormerEmail } | null> {
  const holder = await users.findByFormerEmail(email);
  const former = formerEmailOf(holder, policy.emailCase, email);
  if (holder === null || former === undefined) return null;
  return clock.now() < former.date + linkLifeMs(policy, 'take_back') ? { holder, former } : null;
}
