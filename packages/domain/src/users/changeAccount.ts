import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AccountsContext } from '../context.ts';
import { fields, id } from '../input.ts';
import { pseudo } from '../nameInput.ts';
import { accountsOperation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { email } from '../textInput.ts';
import type { User } from '../user.ts';
import { AccountOutput, accountOf, existingUser, present } from './account.ts';
import { hasRoomForFormer, refusingTaken, requireRoomForFormer } from './formerEmails.ts';
import { commonPassword, newCredentials, newPassword } from './newPassword.ts';
import { insertUser } from './registration.ts';
import { withChangedEmail, withChanges } from './userSteps.ts';

/** As a registration. `isVerified`: the e-mail counts as confirmed, and no confirmation mail is sent; default false. */
const AccountDTO = v.object({ pseudo, email, password: newPassword, isVerified: v.optional(v.boolean('type'), false) });

/** Saves a user. The confirmation mail is due: a service sends it by resumeWork, within two minutes or at its next start. */
export const createAccount = accountsOperation({
  summary: 'Create an account without the limits of registrations',
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

/** Sets a new password. The mail about it is due: a service sends it by resumeWork, within two minutes or at its next start. */
export const setAccountPassword = accountsOperation({
  summary: 'Set a new password of an account; ends every session, and does not enable a disabled account',
  input: fields(v.object({ id, password: newPassword })),
  further: commonPassword('password'),
  output: AccountOutput,
  failures: [Responses.User.Not_found],
  async run({ id, password }, caller, context) {
    const { users, sessionStore, hasher } = context;
    await existingUser(context.users, id); // before a hash is computed
    const mdpHash = await hasher.hash(password, caller);
    const credentials = newCredentials(context, { mdpHash, caller });
    const user = present(await users.change(id, (before) => withChanges(before, credentials(before))));
    audit(context, 'password.set', caller, { targetId: id });
    await sessionStore.deleteByUser(id, user.credentialsVersion); // they are void already by their version
    return accountOf(user);
  },
});

/**
 * Gives an account another e-mail address, as `changeEmail` does. The mail to the address before is due: a service sends it by resumeWork.
 * With the present address nothing changes.
 */
export const setAccountEmail = accountsOperation({
  summary:
    'Give an account another e-mail address, which counts as confirmed; the one before can be taken back by mail',
  input: fields(v.object({ id, email })),
  output: AccountOutput,
  failures: [Responses.User.Not_found, Responses.User.Email_already_exists, Responses.User.Email_changed_too_often],
  async run({ id, email }, caller, context) {
    const { users } = context;
    const before = await existingUser(users, id);
    if (before.adresseMail === email) return accountOf(before);
    const user = await refusingTaken(users.change(id, changedTo(context, email, caller)));
    if (user === null) {
      const now = await existingUser(users, id);
      requireRoomForFormer(now);
      return accountOf(now); // another change gave it the address meanwhile
    }
    audit(context, 'email.changed', caller, { targetId: id });
    return accountOf(user);
  },
});

/** The address is pending, and then the user's: so an operator's change does what that by the link does. */
function changedTo({ clock, policy }: AccountsContext, email: string, caller: Caller): (user: User) => User | null {
  const { emailCase } = policy;
  const change = { date: clock.now(), locale: caller.locale ?? policy.locale, emailCase };
  return (user) => {
    if (!hasRoomForFormer(user)) return null;
    const asked = withChanges(user, { pendingEmail: { adresseMail: email, date: change.date } });
    return withChangedEmail(asked, change);
  };
}
