import type { AccountsContext } from '../context.ts';
import { type AnswerMail, formerEmailOf } from '../emails/emailMails.ts';
import { DomainError, UnavailableError } from '../errors.ts';
import { Responses } from '../responses.ts';
import type { User } from '../user.ts';
import { MOST_TRIES, requireRoomForFormer } from './formerEmails.ts';

/**
 * Records the address, and says which mail is to be sent. Above the cap nothing is recorded: the link of the last mail goes on to work.
 * What is decided follows from the present address, so it is decided again when that was changed meanwhile.
 */
export async function recordPending(
  context: AccountsContext,
  before: User,
  { newEmail, isWithin }: { readonly newEmail: string; readonly isWithin: boolean },
): Promise<{ user: User; mail: AnswerMail }> {
  const { users, clock } = context;
  let now: User | null = before;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { id, credentialsVersion, adresseMail }: User = now;
    requireRoomForFormer(now);
    const mail = await mailOf(context, now, newEmail);
    const isPresent = newEmail === adresseMail;
    const pendingEmail = isPresent ? null : { adresseMail: newEmail, date: clock.now() };
    const set = isWithin || isPresent ? { pendingEmail } : {};
    const user = await users.update(id, credentialsVersion, { ...set, ifAdresseMail: adresseMail });
    if (user !== null) return { user, mail: isWithin ? mail : { kind: 'none' } };
    now = await users.findById(id);
    if (now === null) throw new DomainError(Responses.User.Not_found);
    // With another version, the password that was compared is no longer the current one.
    if (now.credentialsVersion !== credentialsVersion) throw new DomainError(Responses.User.Wrong_password);
  }
  throw new UnavailableError();
}

/** Which mail answers the wish of a user for an address. */
async function mailOf({ users, policy }: AccountsContext, user: User, adresseMail: string): Promise<AnswerMail> {
  const [present, before] = [await users.findByEmail(adresseMail), await users.findByFormerEmail(adresseMail)];
  if (adresseMail === user.adresseMail) return { kind: 'none' };
  if (present !== null && present.id !== user.id) return { kind: 'email_taken', holder: present };
  const former = formerEmailOf(before, policy.emailCase, adresseMail);
  if (before === null || before.id === user.id || former === undefined) return { kind: 'change_email', adresseMail };
  return { kind: 'email_reserved', holder: before, former };
}
