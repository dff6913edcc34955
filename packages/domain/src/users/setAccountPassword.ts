import * as v from 'valibot';
import { audit } from '../audit.ts';
import { fields } from '../inputs/input.ts';
import { id } from '../inputs/number.ts';
import { accountsOperation } from '../operation.ts';
import { commonPassword, newCredentials, newPassword } from '../passwords/newPassword.ts';
import { Responses } from '../responses.ts';
import { AccountOutput, accountOf, changeUser, existingUser } from './account.ts';

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
    await existingUser(context, id); // before a hash is computed
    const mdpHash = await hasher.hash(password, caller);
    const user = await changeUser(context, id, (before) =>
      users.update(id, before.credentialsVersion, newCredentials(context, { user: before, mdpHash, caller })),
    );
    audit(context, 'password.set', caller, { targetId: id });
    await sessionStore.deleteByUser(id, user.credentialsVersion); // they are void already by their version
    return accountOf(user);
  },
});
