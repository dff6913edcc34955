import { fields } from '../inputs/input.ts';
import { EmailDTO, MAIL_NEEDS, mailOnRequest } from '../mails/mailOnRequest.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';

/**
 * Sends a recovery mail to an existing user. Changes nothing on the account, and does not show whether there is one.
 */
export const recoverPassword = operation({
  summary: 'Send a mail to recover a lost password; the answer is the same for an unknown e-mail',
  caller: 'anybody',
  input: fields(EmailDTO),
  output: null,
  failures: [Responses.General.Too_many_requests],
  needs: MAIL_NEEDS,
  run: ({ email }, caller, parts) => mailOnRequest(parts, { email, caller, kind: 'recover', isFor: () => true }),
});
