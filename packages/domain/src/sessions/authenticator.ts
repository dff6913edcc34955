import type { Bounds } from '../bounds.ts';
import type { Clock } from '../clock.ts';
import type { Policy } from '../policy.ts';
import type { UserRepository } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import { DomainError, Responses, UnavailableError } from '../responses.ts';
import type { User } from '../user.ts';
import { type BackgroundWork, BoundedCache } from '../work.ts';
import { expiration, touchEveryMs, validSession } from './newSession.ts';
import type { AccessTokens, Session, SessionStore } from './sessionStore.ts';

interface AuthenticatorParts {
  readonly users: UserRepository;
  readonly sessionStore: SessionStore;
  readonly accessTokens: AccessTokens;
  readonly clock: Clock;
  readonly policy: Policy;
  readonly onProblem: OnProblem;
  readonly background: BackgroundWork;
  readonly bounds: Pick<Bounds, 'rememberedSessions'>;
}

export interface Authenticated {
  readonly user: User;
  readonly session: Session;
}

const USE = 'use of an access token';

export class Authenticator {
  readonly #parts: AuthenticatorParts;
  /** By the digest of a token. Whether session and user are still there is read each time. */
  readonly #userOf: BoundedCache<string, number>;
  readonly #recording = new Set<string>();

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
    this.#userOf = new BoundedCache(parts.bounds.rememberedSessions);
  }

  /**
   * @throws DomainError General.Unauthorized when the token is malformed or unknown, its session not valid (`validSession`), or its user
   * deleted, disabled, or with newer credentials
   */
  async authenticate(token: string): Promise<Authenticated> {
    const { accessTokens, clock, policy } = this.#parts;
    const digest = accessTokens.digest(token);
    const [found, readUser] = digest === null ? [null] : await this.#find(digest);
    const now = clock.now();
    const session = found && validSession(found, policy, now);
    if (session === null || readUser === undefined) throw new DomainError(Responses.General.Unauthorized);
    const user = await readUser();
    if (user === null || user.isDisabled || user.credentialsVersion !== session.credentialsVersion) {
      throw new DomainError(Responses.General.Unauthorized);
    }
    return { user, session: this.#touched(session, now) };
  }

  /** The read of a remembered user begins beside the read of the session. */
  async #find(digest: string): Promise<[null] | [Session, () => Promise<User | null>]> {
    const { users, sessionStore } = this.#parts;
    const finding = sessionStore.find(digest);
    const userId = this.#userOf.get(digest);
    const user = userId === undefined ? null : users.findById(userId);
    user?.catch(() => {}); // a caller without a session does not learn of it
    const session = await finding;
    this.#userOf.delete(digest);
    if (session === null) return [null];
    this.#userOf.put(digest, session.userId);
    return [session, () => (user !== null && session.userId === userId ? user : users.findById(session.userId))];
  }

  #touched(session: Session, now: number): Session {
    if (now - session.dateUtilisation < touchEveryMs(this.#parts.policy)) return session;
    const use = { dateUtilisation: now, dateExpiration: expiration(this.#parts.policy, session.dateCreation, now) };
    this.#recordUse(session.digest, use);
    return { ...session, ...use };
  }

  /** No request waits for it: what is not recorded, a later request records. */
  #recordUse(digest: string, use: Pick<Session, 'dateUtilisation' | 'dateExpiration'>): void {
    if (this.#recording.has(digest) || this.#parts.background.isFull) return;
    this.#recording.add(digest);
    this.#parts.background.start(USE, async () => {
      try {
        await this.#recorded(() => this.#parts.sessionStore.touch(digest, use));
      } finally {
        this.#recording.delete(digest);
      }
    });
  }

  /** A full disk does not stop reads: a later call writes it. */
  async #recorded(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (problem) {
      if (!(problem instanceof UnavailableError)) throw problem;
      this.#parts.onProblem(problem, USE);
    }
  }
}
