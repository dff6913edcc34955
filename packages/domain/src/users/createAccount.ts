import * as v from 'valibot';
import { audit } from '../audit.ts';
import { fields } from '../inputs/input.ts';
import { pseudo } from '../inputs/name.ts';
import { email } from '../inputs/text.ts';
import { accountsOperation } from '../operation.ts';
import { commonPassword, newPassword } from '../passwords/newPassword.ts';
import { Responses } from '../responses.ts';
import { AccountOutput, accountOf } from './account.ts';
import { insertUser } from './registration.ts';

/** As a registration. `isVerified`: the e-mail counts as confirmed, and no confirmation mail is sent; default false. */
const AccountDTO = v.object({ pseudo, email, password: newPassword, isVerified: v.optional(v.boolean('type'), false) });

/** Saves a user. The confirmation mail is due: a service sends it by resumeWork, within two minutes or at its next start. */
export const createAccount = accountsOperation({
  summary: 'Create an account without the limits of registrations',
  caller: 'anybody',
  input: fields(AccountDTO),
  further: commonPassword('password'),
  output: AccountOutput,
  failures: [Responses.User.Email_already_exists],
  async run(input, caller, context) {
    const user = await insertUser(context, { ...input, locale: caller.locale ?? context.policy.locale }, caller);
    audit(context, 'user.registered', caller, { targetId: user.id });
    return accountOf(user);
  },
});
