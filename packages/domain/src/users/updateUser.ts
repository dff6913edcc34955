import * as v from 'valibot';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AccountsContext, Context } from '../context.ts';
import { DomainError, type Rule } from '../errors.ts';
import { fields, inputs } from '../inputs/input.ts';
import { pseudo } from '../inputs/name.ts';
import { idInput, setByService } from '../inputs/number.ts';
import { password, webUrl } from '../inputs/text.ts';
import { operation } from '../operation.ts';
import {
  afterNewPassword,
  commonPassword,
  countedHash,
  newCredentials,
  newPassword,
} from '../passwords/newPassword.ts';
import { requireCurrentPassword } from '../passwords/verifyPassword.ts';
import { attempt } from '../problems.ts';
import { Responses } from '../responses.ts';
import { LOCALES, OwnUserOutput, ownUser, type User, type UserChanges } from '../user.ts';
import { requireSelf } from './userRights.ts';

const type: Rule = 'type';

/** What users may change of themselves. `urlPfp: null` removes the picture; `requestedUserId` is ignored. */
const UserUpdateDTO = v.object({
  pseudo: v.optional(pseudo),
  currentPassword: password(1),
  newPassword: v.optional(newPassword),
  urlPfp: v.optional(v.nullable(webUrl)),
  locale: v.optional(v.picklist(LOCALES, type)),
  shareMails: v.optional(v.boolean(type)),
  requestedUserId: v.optional(setByService),
});

/**
 * Changes the caller's pseudo, picture, language of mails, wish for mails about shares, or password; requires the current password. A new
 * password ends every other session.
 */
export const updateUser = operation({
  summary: 'Change the own account; a new password ends every other session',
  caller: 'authenticated',
  input: inputs({ id: idInput, changes: fields(UserUpdateDTO) }),
  further: commonPassword('newPassword'),
  output: OwnUserOutput,
  failures: [
    Responses.User.Not_found,
    Responses.User.Forbidden,
    Responses.General.Too_many_requests,
    Responses.User.Wrong_password,
  ],
  async run(input, caller, context) {
    const { pseudo, urlPfp, locale, shareMails, currentPassword, newPassword } = input.changes;
    const changes = {
      ...(pseudo !== undefined && { pseudo }),
      ...(urlPfp !== undefined && { urlPfp }),
      ...(locale !== undefined && { locale }),
      ...(shareMails !== undefined && { shareMails }),
    };
    const before = await requireSelf(context, { id: input.id, requesterId: caller.user.id, operation: 'update' });
    await requireCurrentPassword(context, { user: before, password: currentPassword, caller });
    if (newPassword === undefined) return ownUser(await commit(context, before, changes));
    const mdpHash = await countedHash(context, newPassword, caller);
    const user = await commit(context, before, {
      ...changes,
      ...newCredentials(context, { user: before, mdpHash, caller }),
    });
    await endOtherSessions(context, user, caller);
    return ownUser(user);
  },
});

// With another version, the password that was compared is no longer the current one.
async function commit({ users }: AccountsContext, before: User, changes: UserChanges): Promise<User> {
  const user = await users.update(before.id, before.credentialsVersion, changes);
  if (user !== null) return user;
  throw new DomainError((await users.findById(before.id)) ? Responses.User.Wrong_password : Responses.User.Not_found);
}

async function endOtherSessions(context: Context, user: User, caller: AuthenticatedCaller): Promise<void> {
  await attempt(context.onProblem, 'session of the new password', () =>
    context.sessionStore.raiseVersion(caller.session.digest, user.credentialsVersion),
  );
  await attempt(context.onProblem, 'address of the new password', () =>
    context.guard.recordSuccess(user, caller.address),
  );
  await afterNewPassword(context, { user, caller, action: 'password.changed' });
}
