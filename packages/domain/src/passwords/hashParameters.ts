import type { Clock } from '../clock.ts';
import type { Ports } from '../ports.ts';

/**
 * What a PHC string says of how it was made: all before the salt, `$argon2id$v=19$m=19456,t=2,p=1$`. Null for a text of
 * another form.
 */
export function hashParametersOf(hash: string): string | null {
  return /^(\$.+\$)[^$]+\$[^$]+$/s.exec(hash)?.[1] ?? null;
}

/** The store is asked again when what it said is older, in milliseconds. */
const ASK_EVERY_MS = 60_000;

/**
 * The parameters that stored hashes have: more than one where the cost was changed and not everybody has logged in since.
 * Kept for a minute. Another server with another cost may have stored a hash since; a failed login for its user then
 * costs more than others, for that minute.
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
