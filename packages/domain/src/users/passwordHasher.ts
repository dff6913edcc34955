import type { Clock } from '../clock.ts';

/** The client of a hash; a `Caller` is one. */
export interface HashClient {
  /** The client's network address: waiting hashes are served in turn by address. All clients without one count as one. */
  readonly address?: string;
  /** Aborted when the client has gone: a hash that waits then is not computed. */
  readonly signal?: AbortSignal;
}

/** The client of a verification, and which hashes are stored. */
export interface VerifyClient extends HashClient {
  /**
   * The parameters of the stored hashes (`UserRepository.hashParameters`). With them every failure costs the same:
   * one verification for each of these parameters and the hasher's own. If there are more than four, the four with
   * the highest cost are used. Default: a failure costs one verification of the given hash.
   */
  readonly storedParameters?: readonly string[];
}

/** Password hashes as PHC strings. The domain has normalised the passwords. */
export interface PasswordHasher {
  /**
   * A fresh salt every time.
   * @throws UnavailableError when as many hashes wait as may, or the client has gone before it began.
   */
  hash(password: string, client?: HashClient): Promise<string>;
  /**
   * Whether the hash is of this password. With null, for an unknown account, it does the same work and resolves to
   * false, so that an unknown account cannot be told from a wrong password.
   * @throws UnavailableError as `hash`.
   */
  verify(password: string, hash: string | null, client?: VerifyClient): Promise<boolean>;
  /** Whether the hash is weaker than those that `hash` makes now. */
  needsRehash(hash: string): boolean;
}

/** The parameters in a PHC string: all before the salt, `$argon2id$v=19$m=19456,t=2,p=1$`. Null for a text of another form. */
export function hashParametersOf(hash: string): string | null {
  return /^(\$.+\$)[^$]+\$[^$]+$/s.exec(hash)?.[1] ?? null;
}

interface AskedPorts {
  readonly users: { hashParameters(): Promise<readonly string[]> };
  readonly clock: Pick<Clock, 'now'>;
}

const ASK_EVERY_MS = 60_000;

/**
 * The parameters of the stored hashes, kept for a minute. Another server with another cost may store a hash meanwhile; a failed login of
 * its user costs more than others during that minute.
 */
export class HashParameters {
  readonly #ports: AskedPorts;
  #asked: { readonly at: number; readonly answer: Promise<readonly string[]> } | null = null;

  constructor(ports: AskedPorts) {
    this.#ports = ports;
  }

  /** @throws UnavailableError when the store cannot say; it is asked again the next time */
  async stored(): Promise<readonly string[]> {
    const now = this.#ports.clock.now();
    if (this.#asked === null || now - this.#asked.at >= ASK_EVERY_MS || now < this.#asked.at) {
      this.#asked = { at: now, answer: this.#ports.users.hashParameters() };
    }
    const asked = this.#asked;
    try {
      return await asked.answer;
    } catch (error) {
      if (this.#asked === asked) this.#asked = null;
      throw error;
    }
  }
}
