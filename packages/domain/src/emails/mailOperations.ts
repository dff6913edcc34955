import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AccountsContext, Context } from '../context.ts';
import { fields } from '../input.ts';
import { countByAddress } from '../limits.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { email } from '../textInput.ts';
import type { FormerEmail, User } from '../user.ts';
import { formerEmailOf, sendReservedMail } from './accountMails.ts';
import { findByAddress } from './findByAddress.ts';
import { requestCap, sendWithinCaps } from './mailCap.ts';
import {
  formerEmailOfToken,
  linkLifeMs,
  mailToken,
  pendingEmailOfToken,
  sendDecoyMail,
  sendTokenMail,
  userOfRecoveryToken,
} from './tokenMail.ts';

const EmailDTO = v.object({ email });

/** Sends the confirmation mail again to a user who is not confirmed. The caller does not learn whether there is one. */
export const resendConfirmation = operation({
  summary: 'Send the confirmation mail again; the answer is the same for an unknown e-mail',
  caller: 'anybody',
  input: fields(EmailDTO),
  failures: [Responses.General.Too_many_requests],
  run: ({ email }, caller, context) =>
    mailOnRequest(context, { email, caller, kind: 'confirm', isFor: ({ isVerified }) => !isVerified }),
});

/** Sends a recovery mail to an existing user. Changes nothing on the account, and does not show whether there is one. */
export const recoverPassword = operation({
  summary: 'Send a mail to recover a lost password; the answer is the same for an unknown e-mail',
  caller: 'anybody',
  input: fields(EmailDTO),
  failures: [Responses.General.Too_many_requests],
  run: ({ email }, caller, context) => mailOnRequest(context, { email, caller, kind: 'recover', isFor: () => true }),
});

const REQUESTED = { confirm: 'confirmation.requested', recover: 'recovery.requested' } as const;

/**
 * Sends a token mail to the user of an e-mail, if one should get it and the cap allows it; for a recovery with an address that a user can
 * take back, the link that does so. For nobody, does the same work without a mail.
 * @throws TooManyRequestsError when the caller's address has asked for too many
 */
async function mailOnRequest(
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
  await countByAddress(context, { what: 'mail', address: caller.address });
  const found = await findByAddress(context.users, email);
  audit(context, REQUESTED[kind], caller, { targetId: found?.id ?? null });
  const user = found !== null && request.isFor(found) ? found : null;
  // Exactly this address, so an account with another case of it comes after.
  const reserved = kind === 'recover' ? await reservedEmail(context, email) : null;

  const locale = caller.locale ?? policy.locale;
  const cap = requestCap(policy, kind, { email: user?.adresseMail ?? email, user, isReserved: reserved !== null });
  await sendWithinCaps(context, [cap], (isWithin) => {
    if (isWithin && user !== null) return sendTokenMail(context, user, { kind, locale });
    if (isWithin && reserved !== null) return sendReservedMail(context, { ...reserved, locale });
    return sendDecoyMail(context, kind);
  });
}

/** Who had the address and can take it back. Read for every address, so that it takes the same work. */
async function reservedEmail(
  { users, clock, policy }: AccountsContext,
  email: string,
): Promise<{ readonly holder: User; readonly former: FormerEmail } | null> {
  const holder = await users.findByFormerEmail(email);
  const former = formerEmailOf(holder, policy.emailCase, email);
  if (holder === null || former === undefined) return null;
  return clock.now() < former.date + linkLifeMs(policy, 'take_back') ? { holder, former } : null;
}

const EmailOfTokenOutput = v.object({ adresseMail: v.string(), pseudo: v.string() });
export type EmailOfToken = Readonly<v.InferOutput<typeof EmailOfTokenOutput>>;

/** They change nothing, because mail scanners open links. */
const check = { caller: 'anybody', input: mailToken } as const;

/** Resolves to the address of the account if the token is valid. @param input the token of the link in a recovery mail */
export const checkRecovery = operation({
  ...check,
  summary: 'Say whether the token of a recovery mail is good',
  output: v.object({
    /** The address of the account, for the form that sets its password. */
    adresseMail: v.string(),
  }),
  async run(token, _caller, context) {
    const { adresseMail } = await userOfRecoveryToken(context, token);
    return { adresseMail };
  },
});

/** Resolves to the new address. @param input the token of the link in a mail to a new e-mail address */
export const checkEmail = operation({
  ...check,
  summary: 'Say whether the token of a mail to a new e-mail address is good',
  output: EmailOfTokenOutput,
  async run(token, _caller, context) {
    const { user, email } = await pendingEmailOfToken(context, token);
    return { adresseMail: email.adresseMail, pseudo: user.pseudo };
  },
});

/** Resolves to the former address. @param input the token of the link in a mail to a former e-mail address */
export const checkEmailBack = operation({
  ...check,
  summary: 'Say whether the token that takes an e-mail address back is good',
  output: EmailOfTokenOutput,
  async run(token, _caller, context) {
    const { user, email } = await formerEmailOfToken(context, token);
    return { adresseMail: email.adresseMail, pseudo: user.pseudo };
  },
});
