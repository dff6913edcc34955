import * as v from 'valibot';
import { QuotaFiguresOutput, quotaFigures } from './algos/quotaGuard.ts';
import { recoverPassword } from './emails/mailOperations.ts';
import { atMostItems, fields, id, idInput, inputs, value } from './input.ts';
import { listEvents } from './listEvents.ts';
import { changingAccount, forOwners, looking, requireNoOwner, requireOwnerRight } from './ownerRight.ts';
import { Responses } from './responses.ts';
import { endAccountSessions, listAccountSessions } from './sessions/accountSessions.ts';
import { email, password } from './textInput.ts';
import { AccountOutput, existingUser } from './users/account.ts';
import { accountPage, listAccounts } from './users/accountPages.ts';
import { confirmAccount, disableAccount, enableAccount, findAccount } from './users/accounts.ts';
import { setAccountPassword } from './users/changeAccount.ts';
import { countAccountShares, deleteAccount } from './users/deleteAccount.ts';
import { commonPassword, newPassword, requireCurrentPassword } from './users/newPassword.ts';

const { Owner_account } = Responses.Admin;

// Each needs a right over the service: to look, or to act.

/** Each has the address of a picture, of 8 KB at most. */
const MOST_ACCOUNTS = 100;

/** Lists a page of accounts, `limit` of them (1 to 100; default 100). */
export const adminListAccounts = looking({
  ...listAccounts,
  input: fields(v.object({ ...accountPage, limit: v.optional(atMostItems(MOST_ACCOUNTS), MOST_ACCOUNTS) })),
});

/** Finds an account, with what it uses of its quota. @param input its id, or its e-mail, compared as the store does */
export const adminFindAccount = forOwners('look', {
  ...findAccount,
  input: value(v.union([id, email])),
  summary: 'Find an account by its id or its e-mail, with what it uses of its quota',
  output: v.object({ ...AccountOutput.entries, usage: QuotaFiguresOutput }),
  async run(named, caller, context) {
    const account = await findAccount.run(named, caller, context);
    return { ...account, usage: await quotaFigures(context, account.id) };
  },
});

/** Lets the e-mail of an account count as confirmed. @param input the id of the user */
export const adminConfirm = changingAccount(confirmAccount);

/** Refuses logins to an account and ends its sessions. Repeatable. @param input the id of the user */
export const adminDisable = changingAccount(disableAccount);

/** Allows logins to a disabled account again. Repeatable. @param input the id of the user */
export const adminEnable = changingAccount(enableAccount);

/** Sends the recovery mail to the user of an account, in their language. @param input the id of the user */
export const adminSendRecovery = forOwners('act', {
  summary: 'Send the mail to recover a password to the user of an account',
  input: idInput,
  failures: [Responses.User.Not_found, ...recoverPassword.failures],
  async run(id, caller, context) {
    const { adresseMail, locale } = await existingUser(context.users, id);
    const inTheirLanguage = { ...caller, locale: locale ?? context.policy.locale };
    await recoverPassword.run({ email: adresseMail }, inTheirLanguage, context);
  },
});

/** Sets a new password of an account. The mail about it is due: resumeWork sends it. */
export const adminSetPassword = forOwners('act', {
  ...setAccountPassword,
  input: inputs({ id: idInput, changes: fields(v.object({ password: newPassword })) }),
  further: commonPassword('password'),
  failures: [Owner_account, ...setAccountPassword.failures],
  async run({ id, changes }, caller, context) {
    await requireNoOwner(context, id);
    return setAccountPassword.run({ id, ...changes }, caller, context);
  },
});

/** Lists the valid sessions of an account, at most 1,000. @param input the id of the user */
export const adminListSessions = looking(listAccountSessions);

/** Ends all sessions of an account. @param input the id of the user */
export const adminEndSessions = changingAccount(endAccountSessions);

/** Counts how many algorithms of an account others can access, and these people. @param input the id of the user */
export const adminCountShares = looking(countAccountShares);

/** Deletes an account and everything in it. The owner of the service proves by their own password that it is them. */
export const adminDelete = forOwners('act', {
  ...deleteAccount,
  input: inputs({ id: idInput, proof: fields(v.object({ currentPassword: password(1) })) }),
  failures: [
    Owner_account,
    Responses.General.Too_many_requests,
    Responses.User.Wrong_password,
    ...deleteAccount.failures,
  ],
  async run({ id, proof }, caller, context) {
    await requireNoOwner(context, id);
    await requireCurrentPassword(context, { user: caller.user, password: proof.currentPassword, caller });
    await requireOwnerRight(context, caller, 'act'); // the comparison may have waited for its turn
    await deleteAccount.run(id, caller, context);
  },
});

/** Lists a page of events, the newest first. */
export const adminListEvents = looking(listEvents);
