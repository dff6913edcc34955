import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AccountsContext } from '../context.ts';
import { fields, id } from '../input.ts';
import { pseudo } from '../nameInput.ts';
import { accountsOperation } from '../operation.ts';
import { DomainError, Responses, UnavailableError } from '../responses.ts';
import { email } from '../textInput.ts';
import type { User } from '../user.ts';
import { AccountOutput, accountOf, existingUser, retryUserChange } from './account.ts';
import { MOST_TRIES, refusingTaken, requireRoomForFormer, userVersions } from './formerEmails.ts';
import { commonPassword, newCredentials, newPassword } from './newPassword.ts';
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

/** Sets a new password. The mail about it is due: a service sends it by resumeWork, within two minutes or at its next start. */
export const setAccountPassword = accountsOperation({
  summary: 'Set a new password of an account; ends every session, and does not enable a disabled account',
  caller: 'anybody',
  input: fields(v.object({ id, password: newPassword })),
  further: commonPassword('password'),
  output: AccountOutput,
  failures: [Responses.User.Not_found],
  async run({ id, password }, caller, context) {
    const { users, sessionStore, hasher } = context;
    await existingUser(context.users, id); // before a hash is computed
    const mdpHash = await hasher.hash(password, caller);
    const user = await retryUserChange(context.users, id, (before) =>
      users.update(id, before.credentialsVersion, newCredentials(context, { user: before, mdpHash, caller })),
    );
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
  caller: 'anybody',
  input: fields(v.object({ id, email })),
  output: AccountOutput,
  failures: [Responses.User.Not_found, Responses.User.Email_already_exists, Responses.User.Email_changed_too_often],
  async run({ id, email }, caller, context) {
    const before = await existingUser(context.users, id);
    if (before.adresseMail === email) return accountOf(before);
    const user = await commit(context, before, { email, caller });
    audit(context, 'email.changed', caller, { targetId: id });
    return accountOf(user);
  },
});

/** The address is pending, and then the user's, by the steps of a user: so a store decides once what a change does. */
async function commit(
  context: AccountsContext,
  before: User,
  { email, caller }: { readonly email: string; readonly caller: Caller },
): Promise<User> {
  const { users, clock, policy } = context;
  let now = before;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    requireRoomForFormer(now);
    await requireFree(context, now, email);
    const date = clock.now();
    const pendingEmail = { adresseMail: email, date };
    const asked = await users.update(now.id, now.credentialsVersion, { pendingEmail, ifAdresseMail: now.adresseMail });
    const change = { date, locale: caller.locale ?? policy.locale };
    const changed = asked && (await refusingTaken(users.changeEmail(asked.id, userVersions(asked), change)));
    if (changed !== null) return changed;
    now = await existingUser(context.users, before.id); // another change of this user came first
  }
  throw new UnavailableError();
}

/**
 * Nothing is pending after a refusal, except when somebody takes the address in this moment.
 * @throws DomainError User.Email_already_exists
 */
async function requireFree({ users }: AccountsContext, { id }: User, email: string): Promise<void> {
  const holders = [await users.findByEmail(email), await users.findByFormerEmail(email)];
  if (holders.some((holder) => holder !== null && holder.id !== id)) {
    throw new DomainError(Responses.User.Email_already_exists);
  }
}
