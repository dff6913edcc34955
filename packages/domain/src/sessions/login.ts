import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { BackgroundWork } from '../backgroundWork.ts';
import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { fields } from '../inputs/input.ts';
import { atMost, isText, MAX_PASSWORD, password, printable } from '../inputs/text.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import { HashParameters } from '../passwords/hashParameters.ts';
import type { LoginGuard } from '../passwords/loginGuard.ts';
import { verifyPassword } from '../passwords/verifyPassword.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import type { Session } from '../session.ts';
import { OwnUserOutput, ownUser, type User } from '../user.ts';
import { expiration } from './expiration.ts';
import { sessionOrigin } from './sessionOrigin.ts';

type Needs = 'users' | 'sessionStore' | 'accessTokens' | 'hasher' | 'audit' | 'clock';

/**
 * Input of a login. It does not check the form of the e-mail or password: it only bounds the work, to 255 code
 * points each.
 */
export const UserLoginDTO = v.object({
  email: v.pipe(isText, ...printable, ...atMost(MAX_PASSWORD)),
  password: password(1),
});

/** A new session. */
const LoggedInOutput = v.object({
  /** The token is returned only here. */
  token: v.string(),
  /** The idle end, milliseconds since the Unix epoch. */
  dateExpiration: v.number(),
  utilisateur: OwnUserOutput,
});
export type LoggedIn = Readonly<v.InferOutput<typeof LoggedInOutput>>;

export const login = operation({
  name: 'Login',
  summary: 'Get an access token',
  caller: 'anybody',
  input: fields(UserLoginDTO),
  output: LoggedInOutput,
  failures: [
    Responses.General.Too_many_requests,
    Responses.User.Invalid_credentials,
    Responses.User.Not_verified, // if the policy requires confirmation
  ],
});

/**
 * Compares the password and issues an access token. An unknown e-mail costs the same work and gets the same answer, and so does
 * a disabled user, whatever the password.
 */
export class Login implements UseCase<typeof login> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #guard: LoginGuard;
  readonly #hashParameters: HashParameters;
  readonly #settings: LoginSettings;

  constructor(ports: Pick<Ports, Needs>, guard: LoginGuard, settings: LoginSettings) {
    this.#ports = ports;
    this.#guard = guard;
    this.#hashParameters = new HashParameters(ports);
    this.#settings = settings;
  }

  async execute({ email, password }: Received<typeof login>, caller: Caller): Promise<LoggedIn> {
    const user = await this.#ports.users.findByEmail(email);
    const compare = async (): Promise<boolean> => {
      const storedParameters = await this.#hashParameters.stored();
      const client = { ...caller, storedParameters };
      const isRight = await verifyPassword(this.#ports.hasher, { user, password, client });
      return isRight && user?.isDisabled === false;
    };
    const admit = async (isKnown: boolean) => ({ isKnown, issued: await this.#admit(user, password, caller) });
    const guess = { adresseMail: email, user, client: caller };
    const admitted = await this.#guard.login(guess, { compare, admit });
    if (user === null || admitted === null) throw this.#refusal(user, caller);
    if (admitted.issued === null) throw new DomainError(Responses.User.Not_verified);
    await this.#guard.recordSuccess(user, caller.address, admitted.isKnown);
    return this.#checked(user, admitted.issued, caller);
  }

  #refusal(user: User | null, caller: Caller): DomainError {
    audit(this.#ports, 'login.failed', caller, { targetId: user?.id ?? null });
    return new DomainError(Responses.User.Invalid_credentials);
  }

  /** Replaces a hash that is weaker than today's, while the password is known. */
  async #rehash({ id, mdpHash }: User, password: string, caller: Caller): Promise<void> {
    const { users, hasher } = this.#ports;
    if (!hasher.needsRehash(mdpHash)) return;
    await attempt(this.#settings.onProblem, 'rehash', async () => {
      await users.rehash(id, mdpHash, await hasher.hash(password, caller));
    });
  }

  /** Saves a session, if the user may have one: its e-mail may have to be confirmed first. */
  async #admit(user: User | null, password: string, caller: Caller): Promise<Issued | null> {
    if (user === null) return null; // no password is right without a user
    await this.#rehash(user, password, caller);
    if (this.#settings.policy.requireConfirmedEmail && !user.isVerified) return null;
    const { sessionStore, accessTokens, clock } = this.#ports;
    const { token, digest } = accessTokens.make();
    const now = clock.now();
    const session: Session = {
      digest,
      userId: user.id,
      credentialsVersion: user.credentialsVersion,
      dateCreation: now,
      dateUtilisation: now,
      dateExpiration: expiration(this.#settings.policy, now, now),
      ...sessionOrigin(caller),
    };
    await sessionStore.insert(session);
    return { token, session };
  }

  async #checked(user: User, { token, session }: Issued, caller: Caller): Promise<LoggedIn> {
    const { users, sessionStore } = this.#ports;
    // A deletion or a new password that ran meanwhile has removed only the sessions that existed then, perhaps not this one.
    const still = await users.findById(user.id);
    if (still === null || still.credentialsVersion !== user.credentialsVersion) {
      await sessionStore.delete(session.digest);
      throw this.#refusal(user, caller);
    }
    audit(this.#ports, 'login.succeeded', caller, { actorId: user.id, targetId: user.id });
    await this.#endIdlest(session);
    return { token, dateExpiration: session.dateExpiration, utilisateur: ownUser(still) };
  }

  /**
   * Keeps the bound of sessions. The answer does not wait for it. Each of several logins at once does it after its own session is
   * stored, so the last one leaves no session above the bound. What a crash leaves undone, the next login of the user does.
   */
  async #endIdlest({ digest, userId, dateCreation }: Session): Promise<void> {
    const { policy, onProblem, background } = this.#settings;
    const rest = { except: digest, keep: policy.sessionsPerUser - 1, now: dateCreation };
    const work = () => this.#ports.sessionStore.deleteIdlest(userId, rest);
    if (background.isFull) await attempt(onProblem, IDLEST, work);
    else background.start(IDLEST, () => nextTurn().then(work));
  }
}

/** The answer leaves in this turn of the event loop. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const IDLEST = 'end of the sessions that were idle longest';

interface LoginSettings {
  readonly policy: Policy;
  readonly onProblem: OnProblem;
  readonly background: BackgroundWork;
}

interface Issued {
  readonly token: string;
  readonly session: Session;
}
