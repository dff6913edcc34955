import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AccountsContext } from '../context.ts';
import { DomainError, UnavailableError } from '../errors.ts';
import { fields } from '../inputs/input.ts';
import { id } from '../inputs/number.ts';
import { email } from '../inputs/text.ts';
import { accountsOperation } from '../operation.ts';
import { Responses } from '../responses.ts';
import type { User } from '../user.ts';
import { AccountOutput, accountOf, existingUser } from './account.ts';
import { MOST_TRIES, refusingTaken, requireRoomForFormer, versionsOf } from './formerEmails.ts';

/**
 * Gives an account another e-mail address, as `changeEmail` does: it counts as confirmed, what was pending and earlier links are void,
 * sessions stay, and the address before gets a mail that can take it back. The mail is due: a service sends it by resumeWork. With the
 * present address nothing changes.
 */
export const setAccountEmail = accountsOperation({
  summary:
    'Give an account another e-mail address, which counts as confirmed; the one before can be taken back by mail',
  caller: 'anybody',
  input: fields(v.object({ id, email })),
  output: AccountOutput,
  failures: [Responses.User.Not_found, Responses.User.Email_already_exists, Responses.User.Email_changed_too_often],
  async run({ id, email }, caller, context) {
    const before = await existingUser(context, id);
    if (before.adresseMail === email) return accountOf(before);
    const user = await commit(context, before, { email, caller });
    audit(context, 'email.changed', caller, { targetId: id });
    return accountOf(user);
  },
});

interface NewAddress {
  readonly email: string;
  readonly caller: Caller;
}

/**
 * The address is pending, and then the user's, by the steps of a user: so a store decides once what a change does. No link to what is
 * pending is made.
 */
async function commit(context: AccountsContext, before: User, { email, caller }: NewAddress): Promise<User> {
  const { users, clock, policy } = context;
  let now = before;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    requireRoomForFormer(now);
    await requireFree(context, now, email);
    const date = clock.now();
    const pendingEmail = { adresseMail: email, date };
    const asked = await users.update(now.id, now.credentialsVersion, { pendingEmail, ifAdresseMail: now.adresseMail });
    const change = { date, locale: caller.locale ?? policy.locale };
    const changed = asked && (await refusingTaken(users.changeEmail(asked.id, versionsOf(asked), change)));
    if (changed !== null) return changed;
    now = await existingUser(context, before.id); // another change of this user came first
  }
  throw new UnavailableError();
}

/**
 * Nothing is pending after a refusal, except when somebody takes the address in this moment.
 * @throws DomainError User.Email_already_exists
 */
async function requireFree({ users }: AccountsContext, { id }: User, email: string): Promise<void> {
  const holders = [await users.findByEmail(email), await users.findByFormerEmail(email)];
  if (holders.some((holder) => holder !== null && holder.id !== id)) {
    throw new DomainError(Responses.User.Email_already_exists);
  }
}
