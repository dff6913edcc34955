import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ServerProcess } from '../http/serverProcess.ts';
import { type Account, account, algorithm, PASSWORD } from './accounts.ts';
import { ask } from './ask.ts';
import type { Others } from './attack.ts';
import { recoveryToken } from './outbox.ts';

const PEOPLE = 5;
const PAUSE_MS = 200;

/** Five users, each at an address of their own, who read or log in during the attack, or recover after it. */
export class Observers {
  readonly #server: ServerProcess;
  readonly #what: Others;
  #accounts: readonly Account[] = [];
  #algo = 0;

  constructor(server: ServerProcess, what: Others) {
    this.#server = server;
    this.#what = what;
  }

  async register(): Promise<void> {
    const emails = Array.from({ length: PEOPLE }, (_, index) => `person${index}@example.org`);
    this.#accounts = await Promise.all(emails.map((email, at) => account(this.#server.port, email, home(at))));
    const [first] = this.#accounts;
    if (first !== undefined) this.#algo = await algorithm(this.#server.port, first, { steps: [] });
  }

  /** Resolves after the attack to a text about how many of their tries succeeded. */
  async run(attack: Promise<unknown>): Promise<string> {
    if (this.#what === 'recover') {
      await attack;
      return this.#summary(await Promise.all(this.#accounts.map((one, at) => this.#recover(one, at))));
    }
    const act = this.#what === 'read' ? () => this.#read() : (one: Account, at: number) => this.#logIn(one, away(at));
    let isOver = false;
    void attack.then(() => {
      isOver = true;
    });
    const tries: boolean[] = [];
    while (!isOver) {
      await setTimeout(PAUSE_MS); // the attack begins first
      for (const [at, one] of this.#accounts.entries()) tries.push(await act(one, at));
    }
    return this.#summary(tries);
  }

  #summary(tries: readonly boolean[]): string {
    return `${tries.filter(Boolean).length} of ${tries.length}: ${this.#what}`;
  }

  async #read(): Promise<boolean> {
    const token = this.#accounts[0]?.token ?? '';
    return (await ask(this.#server.port, { path: `/api/algos/${this.#algo}`, token, from: away(0) })).status === 200;
  }

  async #logIn({ email }: Account, from: string, password = PASSWORD): Promise<boolean> {
    return (await ask(this.#server.port, { path: '/api/users/login', body: { email, password }, from })).status === 200;
  }

  /** Asks for a link, sets a new password with it, and logs in, all from an unknown address. */
  async #recover(one: Account, at: number): Promise<boolean> {
    const { port, dataDir } = this.#server;
    const from = away(at);
    await ask(port, { path: '/api/users/recover', body: { email: one.email }, from });
    const token = await recoveryToken(join(dataDir, 'outbox'), one.email);
    if (token === null) return false;
    const password = `${PASSWORD} again`;
    const reset = await ask(port, { path: `/api/users/recover/${token}`, body: { password }, from });
    return reset.status === 200 && this.#logIn(one, from, password);
  }
}

/** The addresses from which a user registers, and acts during the attack: no login from the second one has succeeded before. */
const home = (at: number): string => `127.0.2.${at + 1}`;
const away = (at: number): string => `127.0.3.${at + 1}`;
