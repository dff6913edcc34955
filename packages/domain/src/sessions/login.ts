import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AccountsContext, Context } from '../context.ts';
import { findByAddress } from '../emails/findByAddress.ts';
import { fields } from '../input.ts';
import { operation } from '../operation.ts';
import { attempt } from '../problems.ts';
import { DomainError, Responses } from '../responses.ts';
import { asAddress, atMost, isText, MAX_PASSWORD, password, printable } from '../textInput.ts';
import { OwnUserOutput, ownUser, type User } from '../user.ts';
import { verifyPassword } from '../users/newPassword.ts';
import { withHash } from '../users/userSteps.ts';
import { newSession } from './newSession.ts';
import { endIdlest } from './userSessions.ts';

/** Does not check the form of the e-mail or password: it only bounds the work. */
const UserLoginDTO = v.object({
  email: v.pipe(isText, ...asAddress, ...printable, ...atMost(MAX_PASSWORD)),
  password: password(1),
});

const LoggedInOutput = v.object({
  /** The token is returned only here. */
  token: v.string(),
  /** The idle end, milliseconds since the Unix epoch. */
  dateExpiration: v.number(),
  utilisateur: OwnUserOutput,
});
export type LoggedIn = Readonly<v.InferOutput<typeof LoggedInOutput>>;

/**
 * Compares the password and issues an access token. An unknown e-mail, or a disabled user, costs the same work and gets the same answer as
 * a wrong password.
 */
export const login = operation({
  summary: 'Get an access token',
  caller: 'anybody',
  input: fields(UserLoginDTO),
  output: LoggedInOutput,
  failures: [
    Responses.General.Too_many_requests,
    Responses.User.Invalid_credentials,
    Responses.User.Not_verified, // if the policy requires confirmation
  ],
  async run({ email, password }, caller, context) {
    const user = await findByAddress(context.users, email);
    const compare = async (): Promise<boolean> => {
      const storedParameters = await context.hashParameters.stored();
      const client = { ...caller, storedParameters };
      const isRight = await verifyPassword(context.hasher, { user, password, client });
      return isRight && user?.isDisabled === false;
    };
    const admit = async (isKnown: boolean) => ({ isKnown, issued: await issue(context, user, { password, caller }) });
    const admitted = await context.guard.login({ adresseMail: email, user, client: caller }, { compare, admit });
    if (user === null || admitted === null) throw refusal(context, user, caller);
    const { issued, isKnown } = admitted;
    if (issued === null) throw new DomainError(Responses.User.Not_verified);
    await context.guard.recordSuccess(user, caller.address, isKnown);
    const still = await stillValid(context, user, issued.session.digest);
    if (still === null) throw refusal(context, user, caller);
    audit(context, 'login.succeeded', caller, { actorId: user.id, targetId: user.id });
    await endIdlest(context, still, issued.session);
    return { token: issued.token, dateExpiration: issued.session.dateExpiration, utilisateur: ownUser(still) };
  },
});

function refusal(context: AccountsContext, user: User | null, caller: Caller): DomainError {
  audit(context, 'login.failed', caller, { targetId: user?.id ?? null });
  return new DomainError(Responses.User.Invalid_credentials);
}

/** Null where the e-mail must be confirmed first. */
async function issue(
  context: Context,
  user: User | null,
  { password, caller }: { readonly password: string; readonly caller: Caller },
): Promise<{ readonly token: string; readonly session: ReturnType<typeof newSession> } | null> {
  const { users, hasher, sessionStore, accessTokens, clock, policy } = context;
  if (user === null) return null;
  if (hasher.needsRehash(user.mdpHash)) {
    // Replaces a hash that is weaker than today's, while the password is known.
    await attempt(context.onProblem, 'rehash', async () => {
      const mdpHash = await hasher.hash(password, caller);
      await users.change(user.id, (now) => withHash(now, user.mdpHash, mdpHash));
    });
  }
  if (policy.requireConfirmedEmail && !user.isVerified) return null;
  const { token, digest } = accessTokens.make();
  const session = newSession(user, { digest, caller, now: clock.now(), policy });
  await sessionStore.insert(session);
  return { token, session };
}

/** A deletion or a new password that ran meanwhile has removed only the sessions that existed then: this one is removed here. */
async function stillValid({ users, sessionStore }: AccountsContext, user: User, digest: string): Promise<User | null> {
  const still = await users.findById(user.id);
  if (still?.credentialsVersion === user.credentialsVersion) return still;
  await sessionStore.delete(digest);
  return null;
}
