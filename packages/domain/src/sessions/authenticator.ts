import type { BackgroundWork } from '../backgroundWork.ts';
import type { Bounds } from '../bounds.ts';
import { DomainError, UnavailableError } from '../errors.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import { remember } from '../remember.ts';
import { Responses } from '../responses.ts';
import type { Session } from '../session.ts';
import type { OnDamaged } from '../storeErrors.ts';
import type { User } from '../user.ts';
import { earlier, expiration, latestDates, touchEveryMs } from './expiration.ts';

interface AuthenticatorParts extends Pick<Ports, 'users' | 'sessionStore' | 'accessTokens' | 'clock'> {
  readonly policy: Policy;
  readonly onProblem: OnProblem;
  readonly background: BackgroundWork;
  readonly bounds: Pick<Bounds, 'rememberedSessions'>;
}

/** An authenticated user and session: `{ ...authenticated, address }` is a caller. */
export interface Authenticated {
  readonly user: User;
  readonly session: Session;
}

/** resumeWork reports damaged sessions of others. */
const ignored: OnDamaged = () => {};

/** A use that cannot be recorded is reported at most once in this time. */
const REPORT_EVERY_MS = 60_000;

const USE = 'use of an access token';

/** Finds the user of an access token. A text that cannot be a token is refused without a read of the store. */
export class Authenticator {
  readonly #parts: AuthenticatorParts;
  /**
   * The user of each token seen here, by its digest. It never changes, so session and user can be read at the same
   * time. Whether they are still there is read each time.
   */
  readonly #userOf = new Map<string, number>();
  /** The digests of the sessions whose use is being recorded. */
  readonly #recording = new Set<string>();
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
  }

  /**
   * @param token the access token as the client sent it
   * @throws DomainError General.Unauthorized when it is malformed, unknown, expired, of a deleted or disabled user, or older
   * than the user's password
   */
  async authenticate(token: string): Promise<Authenticated> {
    const { accessTokens, clock } = this.#parts;
    const digest = accessTokens.digest(token);
    const [session, readUser] = digest === null ? [null] : await this.#find(digest);
    const now = clock.now();
    if (session === null || session.dateExpiration <= now) throw new DomainError(Responses.General.Unauthorized);
    const user = await readUser();
    if (user === null || user.isDisabled || user.credentialsVersion !== session.credentialsVersion) {
      throw new DomainError(Responses.General.Unauthorized);
    }
    return { user, session: this.#touched(await this.#believed(session, now), now) };
  }

  /** The session and the read of its user, which has begun beside the read of the session if the user is remembered. */
  async #find(digest: string): Promise<[null] | [Session, () => Promise<User | null>]> {
    const { users, sessionStore } = this.#parts;
    const finding = sessionStore.find(digest);
    const userId = this.#userOf.get(digest);
    const user = userId === undefined ? null : users.findById(userId);
    user?.catch(() => {}); // a caller without a session does not learn of it
    const session = await finding;
    this.#userOf.delete(digest);
    if (session === null) return [null];
    remember(this.#userOf, digest, { value: session.userId, most: this.#parts.bounds.rememberedSessions });
    return [session, () => (user !== null && session.userId === userId ? user : users.findById(session.userId))];
  }

  /**
   * The session with its dates limited to the latest possible ones. Later dates, from a clock that was ahead, are
   * cut here and in the store.
   */
  async #believed(session: Session, now: number): Promise<Session> {
    const latest = latestDates(this.#parts.policy, now);
    if (session.dateExpiration <= latest.dateExpiration) return session;
    await this.#recorded(() => this.#parts.sessionStore.cut(latest, ignored), now);
    return { ...session, ...earlier(session, latest) };
  }

  /** The session with this use, which is recorded behind the answer if the recorded one is old enough. */
  #touched(session: Session, now: number): Session {
    if (now - session.dateUtilisation < touchEveryMs(this.#parts.policy)) return session;
    const use = { dateUtilisation: now, dateExpiration: expiration(this.#parts.policy, session.dateCreation, now) };
    this.#recordUse(session.digest, use, now);
    return { ...session, ...use };
  }

  /** No request waits for it: if too much work runs, or one before records a use already, a later request records the next. */
  #recordUse(digest: string, use: Pick<Session, 'dateUtilisation' | 'dateExpiration'>, now: number): void {
    if (this.#recording.has(digest) || this.#parts.background.isFull) return;
    this.#recording.add(digest);
    this.#parts.background.start(USE, async () => {
      try {
        await this.#recorded(() => this.#parts.sessionStore.touch(digest, use), now);
      } finally {
        this.#recording.delete(digest);
      }
    });
  }

  /** A full disk does not stop reads: a later call writes it. */
  async #recorded(write: () => Promise<void>, now: number): Promise<void> {
    try {
      await write();
    } catch (problem) {
      if (!(problem instanceof UnavailableError)) throw problem;
      this.#report(problem, now);
    }
  }

  #report(problem: UnavailableError, now: number): void {
    if (Math.abs(now - this.#reportedAt) < REPORT_EVERY_MS) return; // the clock may have been set back
    this.#reportedAt = now;
    this.#parts.onProblem(problem, USE);
  }
}
