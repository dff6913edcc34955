import type { Context } from '../context.ts';
import { sendChangedMails, sendConfirmation, sendDisplacedMails, sendNotice } from '../emails/accountMails.ts';
import type { ResumedKind } from '../problems.ts';
import { withdrawRights } from '../shares/withdrawal.ts';
import type { DueKind, User } from '../user.ts';

interface DueWork {
  readonly where: string;
  readonly resumed: ResumedKind;
  work(context: Context, user: User): Promise<void>;
}

/** What is due for users, and how it is finished. */
export const DUE_WORK: { readonly [Kind in DueKind]: DueWork } = {
  notice: { where: 'mail about the new password', resumed: 'notice', work: sendNotice },
  withdrawal: { where: 'rights to withdraw', resumed: 'withdrawal', work: withdrawRights },
  confirmation: { where: 'confirmation mail', resumed: 'confirmation', work: sendConfirmation },
  changed: { where: 'mail about the new e-mail address', resumed: 'email', work: sendChangedMails },
  displaced: { where: 'mail to an e-mail address that was left', resumed: 'email', work: sendDisplacedMails },
};
