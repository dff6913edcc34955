import * as v from 'valibot';
import { value } from '../input.ts';
import { forOwners, looking } from '../ownerRight.ts';
import { DomainError, Responses } from '../responses.ts';
import { MAIL_NAME } from './mailQueue.ts';
import { dropMail, listMails, type MailChange, retryMail } from './queuedMails.ts';

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

/**
 * Lets a mail be sent again.
 * @param input the name of the mail
 */
export const adminRetryMail = changingMail(retryMail);

/**
 * Removes a mail that waits or was given up.
 * @param input the name of the mail
 */
export const adminDropMail = changingMail(dropMail);
