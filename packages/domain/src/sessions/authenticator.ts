import type { Bounds } from '../bounds.ts';
import type { Clock } from '../clock.ts';
import type { Policy } from '../policy.ts';
import type { UserRepository } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { DomainError, Responses } from '../responses.ts';
import type { User } from '../user.ts';
import { BoundedCache } from '../work.ts';
import { expiration, touchEveryMs, validSession } from './newSession.ts';
import type { AccessTokens, Session, SessionStore } from './sessionStore.ts';

interface AuthenticatorParts {
  readonly users: UserRepository;
  readonly sessionStore: SessionStore;
  readonly accessTokens: AccessTokens;
  readonly clock: Clock;
  readonly policy: Policy;
  readonly onProblem: OnProblem;
  readonly bounds: Pick<Bounds, 'rememberedSessions'>;
}

export interface Authenticated {
  readonly user: User;
  readonly session: Session;
}

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
    return { user, session: await this.#touched(session, now) };
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

  /**
   * Of requests at once, one records the use. A failure refuses none: a full disk does not stop reads, and what is not recorded, a later
   * request records.
   */
  async #touched(session: Session, now: number): Promise<Session> {
    const { sessionStore, policy, onProblem } = this.#parts;
    const { digest, dateCreation, dateUtilisation } = session;
    if (now - dateUtilisation < touchEveryMs(policy)) return session;
    const use = { dateUtilisation: now, dateExpiration: expiration(policy, dateCreation, now) };
    if (!this.#recording.has(digest)) {
      this.#recording.add(digest);
      const recorded = attempt(onProblem, 'use of an access token', () => sessionStore.touch(digest, use));
      await recorded.finally(() => this.#recording.delete(digest));
    }
    return { ...session, ...use };
  }
}
