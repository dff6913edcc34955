import * as v from 'valibot';
import { eraseUser } from '../algos/erasure.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AccountsContext, Context } from '../context.ts';
import { fields, idInput, inputs, optionalFields, setByService, type } from '../input.ts';
import { pseudo } from '../nameInput.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { DomainError, MissingDataError, Responses } from '../responses.ts';
import { password, webUrl } from '../textInput.ts';
import { LOCALES, OwnUserOutput, ownUser, type User, type UserChanges } from '../user.ts';
import { requireSelf } from './account.ts';
import {
  afterNewPassword,
  commonPassword,
  countedHash,
  newCredentials,
  newPassword,
  requireCurrentPassword,
} from './newPassword.ts';
import { changedUser } from './userSteps.ts';

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

/** Changes the caller's account; requires the current password. A new password ends every other session. */
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
    const before = await requireSelf(context.users, { id: input.id, requesterId: caller.user.id });
    await requireCurrentPassword(context, { user: before, password: currentPassword, caller });
    if (newPassword === undefined) return ownUser(await commit(context, before, changes));
    const mdpHash = await countedHash(context, newPassword, caller);
    const credentials = newCredentials(context, { mdpHash, caller });
    const user = await commit(context, before, { ...changes, ...credentials(before) });
    await endOtherSessions(context, user, caller);
    return ownUser(user);
  },
});

// With another version, the password that was compared is no longer the current one.
async function commit({ users }: AccountsContext, before: User, changes: UserChanges): Promise<User> {
  const user = await users.change(before.id, (now) => changedUser(now, before.credentialsVersion, changes));
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

/**
 * Deletes the caller and everything of theirs. The mark of the user is the commit: after a crash before it nothing has happened, after a
 * later one resumeWork deletes the rest.
 */
export const deleteUser = operation({
  summary: 'Delete the own account and everything in it',
  caller: 'authenticated',
  /** The password is ignored unless the policy requires it. */
  input: inputs({ id: idInput, proof: optionalFields({ currentPassword: v.optional(password(1)) }) }),
  failures: [
    Responses.General.Missing_data, // if the policy requires the password
    Responses.User.Not_found,
    Responses.User.Forbidden,
    Responses.General.Too_many_requests,
    Responses.User.Wrong_password,
  ],
  async run({ id, proof }, caller, context) {
    const { users, deletions, clock } = context;
    const version = await requireOwner(context, { id, password: proof.currentPassword }, caller);
    await deletions.add({ userId: id, date: clock.now() });
    if (!(await users.markDeleted(id, version))) {
      throw new DomainError((await users.findById(id)) ? Responses.User.Wrong_password : Responses.User.Not_found);
    }
    audit(context, 'user.deleted', caller, { targetId: id }); // also if what follows fails: resumeWork finishes it
    await eraseUser(context, id);
  },
});

/** The version of the credentials that were compared, if any were. */
async function requireOwner(
  context: Context,
  { id, password }: { readonly id: number; readonly password: string | undefined },
  caller: AuthenticatedCaller,
): Promise<number | undefined> {
  const needed = context.policy.deleteNeedsPassword;
  if (needed && password === undefined) throw new MissingDataError(['currentPassword']);
  const user = await requireSelf(context.users, { id, requesterId: caller.user.id });
  if (!needed || password === undefined) return undefined;
  await requireCurrentPassword(context, { user, password, caller });
  return user.credentialsVersion;
}
