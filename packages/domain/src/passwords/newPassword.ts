import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller, Caller } from '../caller.ts';
import type { AccountsContext, Context } from '../context.ts';
import { sendNotice } from '../emails/accountMails.ts';
import type { FurtherRule } from '../inputs/input.ts';
import { MIN_PASSWORD, password } from '../inputs/text.ts';
import { violation } from '../inputs/violation.ts';
import { countHit } from '../limits/countHit.ts';
import type { Policy } from '../policy.ts';
import { attempt } from '../problems.ts';
import type { User, UserChanges } from '../user.ts';

/** A new password: 8 to 255 code points (specification, 2.6). */
export const newPassword = password(MIN_PASSWORD);

/**
 * The violation of a new password in `field` that the policy calls common. A password that is absent or wrong in
 * another way is not looked up.
 */
export const commonPassword =
  (field: string) =>
  ({ isCommonPassword }: Policy): FurtherRule =>
  (sent) => {
    if (isCommonPassword === null) return [];
    const { success, output } = v.safeParse(newPassword, sent.get(field));
    return success && isCommonPassword(output) ? [violation(`/${field}`, 'common_password')] : [];
  };

/**
 * The hash of a new password that the user of the account sets.
 * @throws TooManyRequestsError when the account has had too many new passwords
 */
export async function countedHash(context: Context, password: string, caller: AuthenticatedCaller): Promise<string> {
  const { id } = caller.user;
  const rule = context.policy.limits?.newPassword;
  await countHit(context, { key: `new-password:${id}`, rule, limit: 'newPassword', targetId: id });
  return context.hasher.hash(password, caller);
}

interface NewCredentials {
  readonly user: Pick<User, 'credentialsVersion'>;
  readonly mdpHash: string;
  readonly caller: Caller;
  /** What is due beside the mail. */
  readonly further?: readonly 'withdrawal'[];
}

/** The changes that one commit sets with a new password of this user: the hash, and that the mail about it is due. */
export function newCredentials(
  { clock, policy }: AccountsContext,
  { user, mdpHash, caller, further = [] }: NewCredentials,
): Required<Pick<UserChanges, 'mdpHash' | 'due'>> {
  const date = clock.now();
  const locale = caller.locale ?? policy.locale;
  const version = user.credentialsVersion + 1;
  const due = (['notice', ...further] as const).map((kind) => ({ kind, version, date, locale, adresseMail: null }));
  return { mdpHash, due };
}

/**
 * The work after a committed new password: removes the old sessions, which are void already by their version, and
 * sends the user the mail about it.
 */
export async function afterNewPassword(
  context: Context,
  change: {
    readonly user: User;
    readonly caller: Caller;
    readonly action: 'password.changed' | 'password.reset';
  },
): Promise<void> {
  const { user, caller, action } = change;
  await attempt(context.onProblem, 'removal of old sessions', () =>
    context.sessionStore.deleteByUser(user.id, user.credentialsVersion),
  );
  await attempt(context.onProblem, 'mail about the new password', () => sendNotice(context, user));
  audit(context, action, caller, { actorId: user.id, targetId: user.id });
}
