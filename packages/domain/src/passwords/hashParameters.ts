import type { Clock } from '../clock.ts';
import type { Ports } from '../ports.ts';

/**
 * The parameters in a PHC string: all before the salt, `$argon2id$v=19$m=19456,t=2,p=1$`. Null for a text of
 * another form.
 */
export function hashParametersOf(hash: string): string | null {
  return /^(\$.+\$)[^$]+\$[^$]+$/s.exec(hash)?.[1] ?? null;
}

/** The store is asked again when its answer is older than this, in milliseconds. */
const ASK_EVERY_MS = 60_000;

/**
 * The parameters of the stored hashes: more than one after the cost was changed, until all users have logged in.
 * Kept for a minute. Another server with another cost may store a hash meanwhile; a failed login of its user costs
 * more than others during that minute.
 */
export class HashParameters {
  readonly #ports: { readonly users: Pick<Ports['users'], 'hashParameters'>; readonly clock: Pick<Clock, 'now'> };
  #asked: { readonly at: number; readonly answer: Promise<readonly string[]> } | null = null;

  constructor(ports: { readonly users: Pick<Ports['users'], 'hashParameters'>; readonly clock: Pick<Clock, 'now'> }) {
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
