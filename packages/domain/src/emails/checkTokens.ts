import * as v from 'valibot';
import { operation } from '../operation.ts';
import { mailToken } from './tokenMail.ts';
import { formerEmailOfToken, pendingEmailOfToken, userOfRecoveryToken } from './tokenUsers.ts';

/** What a token is good for: the address that an account gets by it, and the name of its user. */
const EmailOfTokenOutput = v.object({ adresseMail: v.string(), pseudo: v.string() });
export type EmailOfToken = Readonly<v.InferOutput<typeof EmailOfTokenOutput>>;

/** What the operations here have. They change nothing, because mail scanners open links. */
const check = {
  caller: 'anybody',
  input: mailToken,
  failures: [],
} as const;

/**
 * Resolves to the address of the account if a recovery token is valid.
 * @param input the token of the link in a recovery mail
 */
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

/**
 * Resolves to the new address and the user's name if a token changes an address.
 * @param input the token of the link in a mail to a new e-mail address
 */
export const checkEmail = operation({
  ...check,
  summary: 'Say whether the token of a mail to a new e-mail address is good',
  output: EmailOfTokenOutput,
  async run(token, _caller, context) {
    const { user, email } = await pendingEmailOfToken(context, token);
    return { adresseMail: email.adresseMail, pseudo: user.pseudo };
  },
});

/**
 * Resolves to the former address and the user's name if a token takes the address back.
 * @param input the token of the link in a mail to a former e-mail address
 */
export const checkEmailBack = operation({
  ...check,
  summary: 'Say whether the token that takes an e-mail address back is good',
  output: EmailOfTokenOutput,
  async run(token, _caller, context) {
    const { user, email } = await formerEmailOfToken(context, token);
    return { adresseMail: email.adresseMail, pseudo: user.pseudo };
  },
});
