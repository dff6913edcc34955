import * as v from 'valibot';
import { audit } from '../audit.ts';
import { fields } from '../inputs/input.ts';
import { pseudo } from '../inputs/name.ts';
import { email } from '../inputs/text.ts';
import { operation } from '../operation.ts';
import { commonPassword, newPassword } from '../passwords/newPassword.ts';
import { Responses } from '../responses.ts';
import { insertUser } from '../users/registration.ts';
import { AccountOutput, accountOf } from './account.ts';

/** As a registration. `isVerified`: the e-mail counts as confirmed, and no confirmation mail is sent; default false. */
const AccountDTO = v.object({ pseudo, email, password: newPassword, isVerified: v.optional(v.boolean('type'), false) });

/** Saves a user. The confirmation mail is due: a service sends it by resumeWork, within two minutes or at its next start. */
export const createAccount = operation({
  summary: 'Create an account without the limits of registrations',
  caller: 'anybody',
  input: fields(AccountDTO),
  further: commonPassword('password'),
  output: AccountOutput,
  failures: [Responses.User.Email_already_exists],
  needs: ['users', 'hasher', 'audit', 'clock', 'policy'],
  async run(input, caller, parts) {
    const user = await insertUser(parts, { ...input, locale: caller.locale ?? parts.policy.locale }, caller);
    audit(parts, 'user.registered', caller, { targetId: user.id });
    return accountOf(user);
  },
});
