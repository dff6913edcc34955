import * as v from 'valibot';
import { eraseUser } from '../algos/erasure.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { Context } from '../context.ts';
import { DomainError, MissingDataError } from '../errors.ts';
import { fields, inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { password } from '../inputs/text.ts';
import { operation } from '../operation.ts';
import { requireCurrentPassword } from '../passwords/verifyPassword.ts';
import { Responses } from '../responses.ts';
import { requireSelf } from './userRights.ts';

/** The password is ignored unless the policy requires it. */
const DeletionProofDTO = v.object({ currentPassword: v.optional(password(1)) });

/**
 * Deletes the caller and everything of theirs. The mark of the user is the commit: after a crash before it nothing has
 * happened, after a later one the user is absent, and resumeWork deletes the rest.
 */
export const deleteUser = operation({
  summary: 'Delete the own account and everything in it',
  caller: 'authenticated',
  input: inputs({ id: idInput, proof: { ...fields(DeletionProofDTO), schema: v.optional(DeletionProofDTO, {}) } }),
  output: null,
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
    await eraseUser(context, id);
    audit(context, 'user.deleted', caller, { targetId: id });
  },
});

/** The version of the credentials that were compared, if any were: with another one, the password is no longer the current one. */
async function requireOwner(
  context: Context,
  { id, password }: { readonly id: number; readonly password: string | undefined },
  caller: AuthenticatedCaller,
): Promise<number | undefined> {
  const needed = context.policy.deleteNeedsPassword;
  if (needed && password === undefined) throw new MissingDataError(['currentPassword']);
  const user = await requireSelf(context, { id, requesterId: caller.user.id, operation: 'delete' });
  if (!needed || password === undefined) return undefined;
  await requireCurrentPassword(context, { user, password, caller });
  return user.credentialsVersion;
}
