import { fields } from '../inputs/input.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { EmailDTO, mailOnRequest } from './mailOnRequest.ts';

/**
 * Sends the confirmation mail again to a user who is not confirmed. The caller does not learn whether there is one.
 */
export const resendConfirmation = operation({
  summary: 'Send the confirmation mail again; the answer is the same for an unknown e-mail',
  caller: 'anybody',
  input: fields(EmailDTO),
  output: null,
  failures: [Responses.General.Too_many_requests],
  run: ({ email }, caller, context) =>
    mailOnRequest(context, { email, caller, kind: 'confirm', isFor: ({ isVerified }) => !isVerified }),
});

/**
 * Sends a recovery mail to an existing user. Changes nothing on the account, and does not show whether there is one.
 */
export const recoverPassword = operation({
  summary: 'Send a mail to recover a lost password; the answer is the same for an unknown e-mail',
  caller: 'anybody',
  input: fields(EmailDTO),
  output: null,
  failures: [Responses.General.Too_many_requests],
  run: ({ email }, caller, context) => mailOnRequest(context, { email, caller, kind: 'recover', isFor: () => true }),
});
