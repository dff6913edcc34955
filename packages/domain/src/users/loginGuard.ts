import type { Clock } from '../clock.ts';
import { mailboxOf } from '../emails/emailKey.ts';
import type { Limits, Policy } from '../policy.ts';
import type { Outcome, RateLimiter, TakeAnswer } from '../rateLimiter.ts';
import { TooManyRequestsError, UnavailableError } from '../responses.ts';
import type { User } from '../user.ts';
import { KeyedLock } from '../work.ts';
import type { Counter, GuardedUser } from './loginCounters.ts';
import { addressCounters, isOfAddress, knownKey, pairKey, versionKey, WaitingRoom } from './loginCounters.ts';
import type { HashClient } from './passwordHasher.ts';

export interface LoginTry {
  readonly adresseMail: string;
  readonly user: GuardedUser | null;
  readonly client: HashClient;
}

type RecordedUser = GuardedUser & Pick<User, 'adresseMail'>;

type Compare = () => Promise<boolean>;

const MAX_WAIT_MS = 5_000;
const POLL_MS = 20;

/**
 * Limits guesses. A try takes its places before the password is compared and gives them back if it was right: so all wrong tries are
 * counted, and all right ones pass. Tries that wait for the same counter stand in one line, and only the first asks the limiter again.
 */
export class LoginGuard {
  readonly #limiter: RateLimiter;
  readonly #clock: Clock;
  readonly #limits: Limits | null;
  readonly #room = new WaitingRoom();
  readonly #lines = new KeyedLock<string>();

  constructor(limiter: RateLimiter, clock: Clock, policy: Policy) {
    this.#limiter = limiter;
    this.#clock = clock;
    this.#limits = policy.limits;
  }

  /**
   * Whether the password was right.
   * @throws TooManyRequestsError without comparing, when too many tries have failed; UnavailableError when the limiter cannot count, other
   * tries stay undecided, too many wait already, or the client has gone
   */
  async attempt(login: LoginTry, compare: Compare): Promise<boolean> {
    return (await this.login(login, { compare, admit: async () => ({}) })) !== null;
  }

  /**
   * Resolves to what `admit` resolves to, or null for a wrong password. `admit` gets whether the address is known, and runs while the
   * places are given back.
   */
  async login<Admitted extends object>(
    login: LoginTry,
    { compare, admit }: { readonly compare: Compare; readonly admit: (isKnown: boolean) => Promise<Admitted> },
  ): Promise<Admitted | null> {
    if (this.#limits === null) return (await compare()) ? admit(false) : null;
    const { taken, isRight } = await this.#compared(this.#limits, login, compare);
    if (!isRight) {
      await this.#recordOutcome(taken, 'failed');
      return null;
    }
    const isKnown = taken.every(({ limit }) => limit === 'loginPair'); // see `#counters`
    const [admitted] = await Promise.all([admit(isKnown), this.#recordOutcome(taken, 'succeeded')]);
    return admitted;
  }

  async #compared(limits: Limits, login: LoginTry, compare: Compare) {
    const taken: Counter[] = [];
    try {
      for (const counter of await this.#counters(limits, login)) {
        await this.#take(counter, login);
        taken.push(counter);
      }
      return { taken, isRight: await compare() };
    } catch (problem) {
      await this.#recordOutcome(taken, 'succeeded'); // a comparison that did not take place is not counted
      throw problem;
    }
  }

  /**
   * Forgets the failures of the pair, and exempts the address from the limits by e-mail and by address, until the user has other
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
    return (await this.#limiter.hit(`known-addresses:${versionKey(user)}`, rule, now)) === 0;
  }

  /** The address comes first: a refused client creates no counter for each e-mail that it invents. */
  async #counters(limits: Limits, { adresseMail, user, client: { address } }: LoginTry): Promise<readonly Counter[]> {
    const email = mailboxOf(adresseMail); // a login finds the account in any case of letters
    const pair: Counter = { limit: 'loginPair', key: pairKey(email, address), rule: limits.loginPair };
    const byEmail: Counter = { limit: 'loginEmail', key: `login-email:${email}`, rule: limits.loginEmail };
    if (address === undefined) return [pair, byEmail];
    const isKnown = await this.#limiter.remembers(knownKey(user, address), this.#clock.now(), limits.knownAddressMs);
    if (isKnown) return [pair];
    return [...addressCounters(limits, address), pair, byEmail];
  }

  async #take(counter: Counter, login: LoginTry): Promise<void> {
    if (!this.#lines.isHeld(counter.key) && (await this.#ask(counter, login))) return;
    const deadline = this.#clock.now() + MAX_WAIT_MS;
    await this.#room.during(login.client.address, () =>
      this.#lines.run(counter.key, () => this.#wait(counter, login, deadline)),
    );
  }

  async #wait(counter: Counter, login: LoginTry, deadline: number): Promise<void> {
    for (;;) {
      if (login.client.signal?.aborted === true) throw new UnavailableError({ reason: 'the client has gone' });
      if (await this.#ask(counter, login)) return;
      if (this.#clock.now() >= deadline)
        throw new UnavailableError({ reason: 'logins of the same kind stay undecided' });
      await this.#clock.sleep(POLL_MS);
    }
  }

  async #ask({ limit, key, rule }: Counter, { user }: LoginTry): Promise<boolean> {
    const answer: TakeAnswer = await this.#limiter.take(key, rule, this.#clock.now());
    if (answer.state !== 'refused') return answer.state === 'taken';
    throw new TooManyRequestsError(answer.retryAfterMs, {
      limit,
      targetId: isOfAddress(limit) ? null : (user?.id ?? null),
    });
  }

  async #recordOutcome(taken: readonly Counter[], outcome: Outcome): Promise<void> {
    await Promise.all(taken.map(({ key, rule }) => this.#limiter.recordOutcome(key, rule, outcome, this.#clock.now())));
  }
}
