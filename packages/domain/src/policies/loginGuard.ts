import { TooManyRequestsError, UnavailableError } from '../errors.ts';
import type { Ports } from '../ports/index.ts';
import type { Outcome, Place, RateRule } from '../ports/rateLimiter.ts';
import { addressGroup } from './address.ts';
import type { Limits, Policy } from './policy.ts';

interface Counter {
  readonly key: string;
  readonly rule: RateRule;
}

/** How long a try waits for undecided ones before it gives up: as long as one waits for a hash. */
const MAX_WAIT_MS = 5_000;
const POLL_MS = 20;

/**
 * Limits guesses of a password. A try takes its places before the password is compared and gives them back when it was
 * right, so that wrong ones are all counted however many come at once, and right ones all pass.
 */
export class LoginGuard {
  readonly #ports: Pick<Ports, 'limiter' | 'clock'>;
  readonly #limits: Limits | null;

  constructor(ports: Pick<Ports, 'limiter' | 'clock'>, policy: Policy) {
    this.#ports = ports;
    this.#limits = policy.limits;
  }

  /**
   * Whether the password was right, as `compare` says.
   * @throws TooManyRequestsError without comparing, when too many tries have failed
   * @throws UnavailableError when the limiter cannot count, or other tries stay undecided
   */
  async attempt(adresseMail: string, address: string | undefined, compare: () => Promise<boolean>): Promise<boolean> {
    if (this.#limits === null) return compare();
    const taken: Counter[] = [];
    let outcome: Outcome = 'succeeded'; // a comparison that never took place leaves no trace
    try {
      for (const counter of await this.#counters(this.#limits, adresseMail, address)) {
        await this.#take(counter);
        taken.push(counter);
      }
      const right = await compare();
      outcome = right ? 'succeeded' : 'failed';
      return right;
    } finally {
      await this.#settle(taken, outcome);
    }
  }

  /** A good login or a reset: forgets the failures of the pair and spares the address the limit by e-mail. */
  async welcome(adresseMail: string, address: string | undefined): Promise<void> {
    if (this.#limits === null) return;
    await this.#ports.limiter.clear(pairKey(adresseMail, address));
    if (address === undefined) return;
    const until = this.#ports.clock.now() + this.#limits.knownAddressMs;
    await this.#ports.limiter.remember(knownKey(adresseMail, address), until);
  }

  async #counters(limits: Limits, adresseMail: string, address: string | undefined): Promise<Counter[]> {
    const pair = { key: pairKey(adresseMail, address), rule: limits.loginPair };
    const known =
      address !== undefined &&
      (await this.#ports.limiter.remembers(knownKey(adresseMail, address), this.#ports.clock.now()));
    return known ? [pair] : [pair, { key: `login-email:${adresseMail}`, rule: limits.loginEmail }];
  }

  async #take({ key, rule }: Counter): Promise<void> {
    const { clock, limiter } = this.#ports;
    const deadline = clock.now() + MAX_WAIT_MS;
    for (;;) {
      const place: Place = await limiter.take(key, rule, clock.now());
      if (place.state === 'taken') return;
      if (place.state === 'refused') throw new TooManyRequestsError(place.retryAfterMs);
      if (clock.now() >= deadline) throw new UnavailableError();
      await clock.sleep(POLL_MS);
    }
  }

  async #settle(taken: readonly Counter[], outcome: Outcome): Promise<void> {
    for (const { key, rule } of taken) await this.#ports.limiter.settle(key, rule, outcome, this.#ports.clock.now());
  }
}

// Each counter has a prefix of its own: what a caller sends as an e-mail must never name another counter.
const pairKey = (adresseMail: string, address: string | undefined): string =>
  `login-pair:${addressGroup(address)}:${adresseMail}`;

const knownKey = (adresseMail: string, address: string): string => `known:${addressGroup(address)}:${adresseMail}`;
