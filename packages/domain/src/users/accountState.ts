import { audit } from '../audit.ts';
import { DomainError } from '../errors.ts';
import { idInput } from '../inputs/number.ts';
import { accountsOperation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { AccountOutput, accountOf, changeUser, existingUser } from './account.ts';

const { Not_found, Already_confirmed } = Responses.User;

/** What the operations here have: they take the id of a user and return the account. */
const ofAccount = { caller: 'anybody', input: idInput, output: AccountOutput } as const;

/**
 * Lets the e-mail of an account count as confirmed.
 * @param input the id of the user
 */
export const confirmAccount = accountsOperation({
  ...ofAccount,
  summary: 'Let the e-mail of an account count as confirmed',
  failures: [Not_found, Already_confirmed],
  async run(id, caller, context) {
    const isChanged = await context.users.markVerified(id);
    const user = await existingUser(context, id);
    if (!isChanged) throw new DomainError(Already_confirmed);
    audit(context, 'user.confirmed', caller, { targetId: id });
    return accountOf(user);
  },
});

/**
 * Refuses logins to an account and ends its sessions. Repeatable. Sessions and recovery links that it had stay void after the account is
 * enabled again.
 * @param input the id of the user
 */
export const disableAccount = accountsOperation({
  ...ofAccount,
  summary: 'Refuse every login to an account, and end its sessions at once',
  failures: [Not_found],
  async run(id, caller, context) {
    const { users, sessionStore } = context;
    const user = await changeUser(context, id, async (before) =>
      before.isDisabled ? before : users.update(id, before.credentialsVersion, { isDisabled: true }),
    );
    audit(context, 'user.disabled', caller, { targetId: id });
    await sessionStore.deleteByUser(id, user.credentialsVersion); // they are void already by their version
    return accountOf(user);
  },
});

/**
 * Allows logins to a disabled account again. Repeatable.
 * @param input the id of the user
 */
export const enableAccount = accountsOperation({
  ...ofAccount,
  summary: 'Allow logins to a disabled account again',
  failures: [Not_found],
  async run(id, caller, context) {
    const enable = ({ credentialsVersion }: { readonly credentialsVersion: number }) =>
      context.users.update(id, credentialsVersion, { isDisabled: false });
    const user = await changeUser(context, id, enable);
    audit(context, 'user.enabled', caller, { targetId: id });
    return accountOf(user);
  },
});
