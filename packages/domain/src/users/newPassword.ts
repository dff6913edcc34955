import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller, Caller } from '../caller.ts';
import type { AccountsContext, Context } from '../context.ts';
import { sendNotice } from '../emails/accountMails.ts';
import type { FurtherRule } from '../input.ts';
import { countHit } from '../limits.ts';
import type { Policy } from '../policy.ts';
import { attempt } from '../problems.ts';
import { DomainError, Responses, UnavailableError } from '../responses.ts';
import { DamagedError } from '../storeErrors.ts';
import { MIN_PASSWORD, password } from '../textInput.ts';
import type { User, UserChanges } from '../user.ts';
import { violation } from '../violation.ts';
import type { PasswordHasher, VerifyClient } from './passwordHasher.ts';

/** A new password: 8 to 255 code points (specification, 2.6). */
export const newPassword = password(MIN_PASSWORD);

/** The violation of a new password in `field` that the policy calls common. */
export const commonPassword =
  (field: string) =>
  ({ isCommonPassword }: Policy): FurtherRule =>
  (sent) => {
    if (isCommonPassword === null) return [];
    const { success, output } = v.safeParse(newPassword, sent.get(field));
    return success && isCommonPassword(output) ? [violation(`/${field}`, 'common_password')] : [];
  };

/** @throws TooManyRequestsError when the account has had too many new passwords */
export async function countedHash(context: Context, password: string, caller: AuthenticatedCaller): Promise<string> {
  const { id } = caller.user;
  const rule = context.policy.limits?.newPassword;
  await countHit(context, { key: `new-password:${id}`, rule, limit: 'newPassword', targetId: id });
  return context.hasher.hash(password, caller);
}

interface NewCredentials {
  readonly mdpHash: string;
  readonly caller: Caller;
  readonly further?: readonly 'withdrawal'[];
}

/** What a new password changes of a user: a pure function. */
export function newCredentials(
  { clock, policy }: AccountsContext,
  { mdpHash, caller, further = [] }: NewCredentials,
): (user: User) => Required<Pick<UserChanges, 'mdpHash' | 'due'>> {
  const date = clock.now();
  const locale = caller.locale ?? policy.locale;
  return ({ credentialsVersion }) => {
    const one = { version: credentialsVersion + 1, date, locale, adresseMail: null };
    return { mdpHash, due: (['notice', ...further] as const).map((kind) => ({ kind, ...one })) };
  };
}

/** Removes the old sessions, which are void already by their version, and sends the mail about a new password. */
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

/**
 * False without a user, after the same work.
 * @throws UnavailableError as `PasswordHasher.verify`; DamagedError when the stored hash cannot be verified
 */
export async function verifyPassword(
  hasher: PasswordHasher,
  { user, password, client }: { readonly user: User | null; readonly password: string; readonly client: VerifyClient },
): Promise<boolean> {
  try {
    return await hasher.verify(password, user?.mdpHash ?? null, client);
  } catch (cause) {
    if (cause instanceof UnavailableError || user === null) throw cause;
    throw new DamagedError({ place: 'users', id: user.id, field: 'mdpHash' }, 'no password can be verified', { cause });
  }
}

/**
 * A wrong password counts as a failed login.
 * @throws DomainError User.Wrong_password; TooManyRequestsError, UnavailableError as `LoginGuard.login`
 */
export async function requireCurrentPassword(
  context: Context,
  { user, password, caller }: { readonly user: User; readonly password: string; readonly caller: AuthenticatedCaller },
): Promise<void> {
  const compare = () => verifyPassword(context.hasher, { user, password, client: caller });
  const login = { adresseMail: user.adresseMail, user, client: caller };
  if ((await context.guard.login(login, { compare, admit: async () => ({}) })) !== null) return;
  audit(context, 'password.rejected', caller, { targetId: user.id });
  throw new DomainError(Responses.User.Wrong_password);
}
