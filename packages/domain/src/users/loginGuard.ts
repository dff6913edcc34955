import { addressGroup, type Counter, countersOf } from '../address.ts';
import type { Clock } from '../clock.ts';
import { mailboxOf } from '../emails/emailKey.ts';
import type { Limits, Policy } from '../policy.ts';
import type { RateLimiter } from '../rateLimiter.ts';
import { TooManyRequestsError } from '../responses.ts';
import type { User } from '../user.ts';
import { RunningCount } from '../work.ts';
import type { HashClient } from './passwordHasher.ts';

/** With other credentials no address is known any more. */
type GuardedUser = Pick<User, 'id' | 'credentialsVersion'>;

interface LoginTry {
  readonly adresseMail: string;
  readonly user: GuardedUser | null;
  readonly client: HashClient;
}

type RecordedUser = GuardedUser & Pick<User, 'adresseMail'>;

type Compare = () => Promise<boolean>;

/** After this time, in milliseconds, a login may try again that was refused while others are compared: they may be given back. */
const SOON_MS = 1_000;

/** A hit that is counted, in the window that ends at `end`. */
interface CountedHit extends Counter {
  readonly end: number;
  /** The try is decided. */
  readonly leave: () => void;
}

/**
 * Limits guesses. A try is counted before the password is compared, and given back if it was right or was not compared: so of any number of
 * wrong tries at once all are counted, and no more than the limit pass.
 */
export class LoginGuard {
  readonly #limiter: RateLimiter;
  readonly #clock: Clock;
  readonly #limits: Limits | null;
  /** The tries of this process that are counted and not decided, by the keys of their counters. */
  readonly #underWay = new RunningCount<string>();

  constructor(limiter: RateLimiter, clock: Clock, policy: Policy) {
    this.#limiter = limiter;
    this.#clock = clock;
    this.#limits = policy.limits;
  }

  /**
   * Resolves to what `admit` resolves to, or null for a wrong password. `admit` gets whether the address is known, and runs while the
   * hits are given back.
   * @throws TooManyRequestsError without comparing, when as many tries as may have failed or are being compared; UnavailableError when the
   * limiter cannot count
   */
  async login<Admitted extends object>(
    login: LoginTry,
    { compare, admit }: { readonly compare: Compare; readonly admit: (isKnown: boolean) => Promise<Admitted> },
  ): Promise<Admitted | null> {
    if (this.#limits === null) return (await compare()) ? admit(false) : null;
    const counted: CountedHit[] = [];
    try {
      if (!(await this.#compared(this.#limits, login, { compare, counted }))) return null;
      const isKnown = counted.every(({ limit }) => limit === 'loginPair'); // see `#counters`
      const [admitted] = await Promise.all([admit(isKnown), this.#giveBack(counted)]);
      return admitted;
    } finally {
      for (const { leave } of counted) leave();
    }
  }

  /** @param given `counted` gets the hits */
  async #compared(
    limits: Limits,
    login: LoginTry,
    { compare, counted }: { readonly compare: Compare; readonly counted: CountedHit[] },
  ): Promise<boolean> {
    try {
      for (const counter of await this.#counters(limits, login)) counted.push(await this.#hit(counter, login));
      return await compare();
    } catch (problem) {
      await this.#giveBack(counted); // a comparison that did not take place is not counted
      throw problem;
    }
  }

  /**
   * Forgets what the pair has counted, and exempts the address from the limits by e-mail and by address, until the user has other
   * credentials. `isKnown`: as `admit` got it. Default: it is looked up.
   */
  async recordSuccess(user: RecordedUser, address: string | undefined, isKnown = false): Promise<void> {
    if (this.#limits === null) return;
    const isExempt = address !== undefined && (isKnown || (await this.#mayRemember(this.#limits, user, address)));
    const until = this.#clock.now() + this.#limits.knownAddressMs;
    await Promise.all([
      this.#limiter.clear(pairKey(mailboxOf(user.adresseMail), address)),
      isExempt ? this.#limiter.remember(knownKey(user, address), until) : undefined,
    ]);
  }

  /** A person who has the password could make any number of addresses exempt. */
  async #mayRemember({ knownAddresses, knownAddressMs }: Limits, user: GuardedUser, address: string): Promise<boolean> {
    const now = this.#clock.now();
    if (await this.#limiter.remembers(knownKey(user, address), now, knownAddressMs)) return true;
    const rule = { limit: knownAddresses, windowMs: knownAddressMs };
    const { retryAfterMs } = await this.#limiter.hit(`known-addresses:${versionKey(user)}`, rule, now);
    return retryAfterMs === 0;
  }

  /** The address comes first: a refused client creates no counter for each e-mail that it invents. */
  async #counters(limits: Limits, { adresseMail, user, client: { address } }: LoginTry): Promise<readonly Counter[]> {
    const email = mailboxOf(adresseMail); // a login finds the account in any case of letters
    const pair: Counter = { limit: 'loginPair', key: pairKey(email, address), rule: limits.loginPair };
    const byEmail: Counter = { limit: 'loginEmail', key: `login-email:${email}`, rule: limits.loginEmail };
    if (address === undefined) return [pair, byEmail];
    const isKnown = await this.#limiter.remembers(knownKey(user, address), this.#clock.now(), limits.knownAddressMs);
    if (isKnown) return [pair];
    return [...countersOf(BY_ADDRESS, limits.loginAddress, address), pair, byEmail];
  }

  async #hit(counter: Counter, { user }: LoginTry): Promise<CountedHit> {
    const { limit, key, rule } = counter;
    const { retryAfterMs, end } = await this.#limiter.hit(key, rule, this.#clock.now());
    if (retryAfterMs === 0) return { ...counter, end, leave: this.#underWay.add([key]) };
    const targetId = limit === BY_ADDRESS.one || limit === BY_ADDRESS.network ? null : (user?.id ?? null);
    const waitMs = this.#underWay.of(key) === 0 ? retryAfterMs : Math.min(retryAfterMs, SOON_MS);
    throw new TooManyRequestsError(waitMs, { limit, targetId });
  }

  async #giveBack(counted: readonly CountedHit[]): Promise<void> {
    await Promise.all(counted.map(({ key, end }) => this.#limiter.giveBack(key, end)));
  }
}

const BY_ADDRESS = { prefix: 'login-address', one: 'loginAddress', network: 'loginNetwork' } as const;

// Each counter has a prefix of its own: an e-mail that a caller sends must never name another counter.
// `email` is the mailbox of an address (`mailboxOf`), so that all ways to type it have one counter.
const pairKey = (email: string, address: string | undefined): string => `login-pair:${addressGroup(address)}:${email}`;

const versionKey = (user: GuardedUser | null): string => `${user?.id ?? 0}:${user?.credentialsVersion ?? 0}`;

const knownKey = (user: GuardedUser | null, address: string): string =>
  `known:${versionKey(user)}:${addressGroup(address)}`;
