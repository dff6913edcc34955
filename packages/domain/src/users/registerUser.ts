import * as v from 'valibot';
import { audit } from '../audit.ts';
import { sendConfirmation } from '../emails/accountMails.ts';
import { fields } from '../input.ts';
import { countByAddress } from '../limits.ts';
import { pseudo } from '../nameInput.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { Responses } from '../responses.ts';
import { email } from '../textInput.ts';
import { OwnUserOutput, ownUser } from '../user.ts';
import { commonPassword, newPassword } from './newPassword.ts';
import { insertUser } from './registration.ts';

/** Input of a registration: `pseudo` of 3 to 30 code points, `email`, `password` of 8 to 255 (specification, 2.6). */
const UserRegisterDTO = v.object({ pseudo, email, password: newPassword });

/** Saves a user, not confirmed yet, and sends the confirmation mail. */
export const registerUser = operation({
  summary: 'Create an account; a confirmation mail goes out',
  caller: 'anybody',
  input: fields(UserRegisterDTO),
  further: commonPassword('password'),
  output: OwnUserOutput,
  failures: [Responses.General.Too_many_requests, Responses.User.Email_already_exists],
  async run(input, caller, context) {
    const { policy, onProblem } = context;
    await countByAddress(context, { what: 'register', address: caller.address });
    const locale = caller.locale ?? policy.locale;
    const user = await insertUser(context, { ...input, isVerified: false, locale }, caller);
    // The user is saved and the mail is due: resumeWork repeats what fails from here on.
    await attempt(onProblem, 'confirmation mail', () => sendConfirmation(context, user));
    audit(context, 'user.registered', caller, { actorId: user.id, targetId: user.id });
    return ownUser(user);
  },
});
