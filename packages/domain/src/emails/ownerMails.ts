import * as v from 'valibot';
import { audit } from '../audit.ts';
import { value } from '../input.ts';
import { countByAddress, countHit } from '../limits.ts';
import { forOwners, looking } from '../ownerRight.ts';
import { DomainError, Responses } from '../responses.ts';
import { MAIL_NAME } from './mailQueue.ts';
import { dropMail, listMails, type MailChange, retryMail } from './queuedMails.ts';
import { recipientOf } from './tokenMail.ts';

const { Mail_not_found, Mail_being_sent } = Responses.Admin;

/** Lists a page of the mails that wait, are being sent, or were given up, by name. */
export const adminListMails = looking(listMails);

const FAILURE_OF = { absent: Mail_not_found, sending: Mail_being_sent } as const;

/** What cannot be done is a failure. */
const changingMail = (declared: typeof retryMail) =>
  forOwners('act', {
    ...declared,
    input: value(v.pipe(v.string(), v.regex(MAIL_NAME))),
    output: null,
    failures: [Mail_not_found, Mail_being_sent],
    async run(name: string, caller, context) {
      const change: MailChange = await declared.run(name, caller, context);
      if (change !== 'done') throw new DomainError(FAILURE_OF[change]);
    },
  });

/** Lets a mail be sent again. @param input the name of the mail */
export const adminRetryMail = changingMail(retryMail);

/** Removes a mail that waits or was given up. @param input the name of the mail */
export const adminDropMail = changingMail(dropMail);

/**
 * Sends a test mail to the confirmed address of the owner who asks, and to nobody else. It waits with all others, so a mail server that
 * hangs holds no request: until it was sent, the list of mails has it, with the answer of the mail server.
 */
export const adminTestMail = forOwners('act', {
  summary: 'Send a test mail to the own address; the list of mails shows whether it was refused',
  failures: [Responses.User.Not_verified, Responses.General.Too_many_requests],
  async run(_input, caller, context) {
    const { user, address } = caller;
    const { id } = user;
    if (!user.isVerified) throw new DomainError(Responses.User.Not_verified);
    const { mailer, policy } = context;
    const rule = policy.limits && { ...policy.limits.mailAddress, limit: policy.limits.mailsPerLinkLife };
    await countByAddress(context, { what: 'mail', address });
    await countHit(context, { key: `test-mails:${id}`, rule: rule ?? undefined, limit: 'mailAddress', targetId: id });
    audit(context, 'mail.tested', caller, { targetId: id });
    await mailer.send(recipientOf(user, caller.locale ?? policy.locale), { kind: 'test' });
  },
});
