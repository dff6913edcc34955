import * as v from 'valibot';
import { audit } from '../audit.ts';
import { fields, id, idInput, type, value } from '../input.ts';
import { accountsOperation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';
import { asAddress, isText } from '../textInput.ts';
import { SERVICE_RIGHTS, type User } from '../user.ts';
import { AccountOutput, accountOf, existingUser, present } from './account.ts';
import { withChanges, withVerified } from './userSteps.ts';

const { Not_found, Not_verified, Already_confirmed } = Responses.User;

const ofAccount = { input: idInput, output: AccountOutput };

/** Lets the e-mail of an account count as confirmed. @param input the id of the user */
export const confirmAccount = accountsOperation({
  ...ofAccount,
  summary: 'Let the e-mail of an account count as confirmed',
  failures: [Not_found, Already_confirmed],
  async run(id, caller, context) {
    const user = await context.users.change(id, withVerified);
    if (user === null) {
      await existingUser(context.users, id);
      throw new DomainError(Already_confirmed);
    }
    audit(context, 'user.confirmed', caller, { targetId: id });
    return accountOf(user);
  },
});

/**
 * Refuses logins to an account and ends its sessions. Repeatable. Sessions and recovery links that it had stay void after it is enabled
 * again.
 * @param input the id of the user
 */
export const disableAccount = accountsOperation({
  ...ofAccount,
  summary: 'Refuse every login to an account, and end its sessions at once',
  failures: [Not_found],
  async run(id, caller, context) {
    const { users, sessionStore } = context;
    const user = present(
      await users.change(id, (before) => (before.isDisabled ? before : withChanges(before, { isDisabled: true }))),
    );
    audit(context, 'user.disabled', caller, { targetId: id });
    await sessionStore.deleteByUser(id, user.credentialsVersion); // they are void already by their version
    return accountOf(user);
  },
});

/** Allows logins to a disabled account again. Repeatable. @param input the id of the user */
export const enableAccount = accountsOperation({
  ...ofAccount,
  summary: 'Allow logins to a disabled account again',
  failures: [Not_found],
  async run(id, caller, context) {
    const user = present(await context.users.change(id, (before) => withChanges(before, { isDisabled: false })));
    audit(context, 'user.enabled', caller, { targetId: id });
    return accountOf(user);
  },
});

/** Makes a user with a confirmed address an owner of the service, or gives an owner another right. It holds from their next request on. */
export const grantServiceRight = accountsOperation({
  summary:
    'Make a user an owner of the service, who may look at accounts, mails and events, or act on the first two too',
  input: fields(v.object({ id, right: v.picklist(SERVICE_RIGHTS, type) })),
  output: AccountOutput,
  failures: [Not_found, Not_verified],
  async run({ id, right }, caller, context) {
    // Who reads the mails of an address that is not confirmed can take the account over.
    const granted = (before: User) => (before.isVerified ? withChanges(before, { serviceRight: right }) : null);
    const user = await context.users.change(id, granted);
    if (user === null) {
      await existingUser(context.users, id);
      throw new DomainError(Not_verified);
    }
    audit(context, 'owner.granted', caller, { targetId: id });
    return accountOf(user);
  },
});

/** Takes the right over the service from a user. Repeatable. @param input the id of the user */
export const revokeServiceRight = accountsOperation({
  ...ofAccount,
  summary: 'Take the right over the service from a user',
  failures: [Not_found],
  async run(id, caller, context) {
    const user = present(await context.users.change(id, (before) => withChanges(before, { serviceRight: null })));
    audit(context, 'owner.revoked', caller, { targetId: id });
    return accountOf(user);
  },
});

/** Finds an account. @param input its id, or its e-mail, compared as the store does */
export const findAccount = accountsOperation({
  summary: 'Find an account by its id or by its e-mail',
  input: value(v.union([id, v.pipe(isText, ...asAddress)])),
  output: AccountOutput,
  failures: [Not_found],
  async run(named, _caller, { users }) {
    const user = typeof named === 'number' ? await users.findById(named) : await users.findByEmail(named);
    return accountOf(present(user));
  },
});
