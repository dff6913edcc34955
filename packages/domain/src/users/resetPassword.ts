import * as v from 'valibot';
import { mailToken, userOfRecoveryToken } from '../emails/tokenMail.ts';
import { fields, inputs } from '../input.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { DomainError, Responses } from '../responses.ts';
import { withdrawRights } from '../shares/withdrawal.ts';
import { afterNewPassword, commonPassword, newCredentials, newPassword } from './newPassword.ts';
import { changedUser } from './userSteps.ts';

const PasswordResetDTO = v.object({ password: newPassword });

/**
 * Sets a new password by a recovery token, which works once. An account that was not confirmed before may have been made by somebody else:
 * it goes whole to the person who reads its mails, and every right that it gave is withdrawn.
 */
export const resetPassword = operation({
  summary: 'Set a new password; ends every session, and the e-mail counts as confirmed',
  caller: 'anybody',
  input: inputs({ changes: fields(PasswordResetDTO), token: mailToken }),
  further: commonPassword('password'),
  output: v.object({
    /** False: somebody else may have made the account. */
    wasConfirmed: v.boolean(),
  }),
  async run({ token, changes }, caller, context) {
    const { users, hasher, guard, onProblem } = context;
    const before = await userOfRecoveryToken(context, token);
    const mdpHash = await hasher.hash(changes.password, caller);
    const further = before.isVerified ? [] : (['withdrawal'] as const);
    const credentials = newCredentials(context, { mdpHash, caller, further });
    const set = { ...credentials(before), isVerified: true } as const;
    const user = await users.change(before.id, (now) =>
      // The link went to this address: after a change of it the link is void.
      now.adresseMail === before.adresseMail ? changedUser(now, before.credentialsVersion, set) : null,
    );
    if (user === null) throw new DomainError(Responses.User.Invalid_token);
    // The new password is set. Failures from here on are only reported.
    await attempt(onProblem, 'failed logins of the past', () => guard.recordSuccess(user, caller.address));
    await afterNewPassword(context, { user, caller, action: 'password.reset' });
    // After the mail, which says what the mark of the withdrawal says.
    await attempt(onProblem, 'rights of an account taken over', () => withdrawRights(context, user));
    return { wasConfirmed: before.isVerified };
  },
});
