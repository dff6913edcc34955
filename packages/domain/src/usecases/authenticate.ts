import type { AccessToken } from '../entities/accessToken.ts';
import type { Utilisateur } from '../entities/utilisateur.ts';
import { DomainError } from '../errors.ts';
import type { Policy } from '../policies/policy.ts';
import { expiration, touchEveryMs } from '../policies/session.ts';
import type { Ports } from '../ports/index.ts';
import { Responses } from '../responses.ts';

type Needs = 'users' | 'tokenStore' | 'accessTokens' | 'clock';

/** What a caller needs to be somebody: `{ ...authenticated, address }` is one. */
export interface Authenticated {
  readonly user: Utilisateur;
  readonly session: AccessToken;
}

/** Tells whose access token this is. A token that has no token's form costs no look into the store. */
export class Authenticate {
  readonly #ports: Pick<Ports, Needs>;
  readonly #policy: Policy;

  constructor(ports: Pick<Ports, Needs>, policy: Policy) {
    this.#ports = ports;
    this.#policy = policy;
  }

  /**
   * @param token the access token as the client sent it
   * @throws DomainError General.Unauthorized when it is malformed, unknown, expired, of a deleted user, or older than
   * the user's password; General.Unavailable
   */
  async execute(token: unknown): Promise<Authenticated> {
    const { users, tokenStore, accessTokens, clock } = this.#ports;
    const digest = typeof token === 'string' ? accessTokens.digest(token) : null;
    const session = digest === null ? null : await tokenStore.find(digest);
    const now = clock.now();
    if (session === null || session.dateExpiration <= now) throw new DomainError(Responses.General.Unauthorized);
    const user = await users.findById(session.userId);
    if (user === null || user.credentialsVersion !== session.credentialsVersion) {
      throw new DomainError(Responses.General.Unauthorized);
    }
    return { user, session: await this.#touched(session, now) };
  }

  async #touched(session: AccessToken, now: number): Promise<AccessToken> {
    if (now - session.dateUtilisation < touchEveryMs(this.#policy)) return session;
    const use = { dateUtilisation: now, dateExpiration: expiration(this.#policy, session.dateCreation, now) };
    await this.#ports.tokenStore.touch(session.digest, use);
    return { ...session, ...use };
  }
}
