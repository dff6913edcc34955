import { newPerson, type Person } from '@algotheque/testing/httpClient';
import { smtpServer } from '@algotheque/testing/mail';
import { expect, it, vi } from 'vitest';
import { killInStart, type ServerProcess, startServer } from '../serverProcess.ts';
import { testRuns } from '../testRuns.ts';
import { AccountLedger } from './accountLedger.ts';
import { writeAccounts } from './accountWriter.ts';
import { AlgoLedger, type KnownAlgo } from './algoLedger.ts';
import { writeAlgos } from './algoWriter.ts';
import { type Draw, draws } from './draws.ts';
import { expectHeld } from './expectHeld.ts';
import type { KillPlace } from './killPlace.ts';

const SEED = 20_261_122;
const ALGO_WRITERS = 8;
const ACCOUNT_WRITERS = 2;
/** A kill comes after 1 to so many writes that were answered. */
const MOST_WRITES = 60;
/** A kill during a start comes after 1 to so many changes of its stores. */
const MOST_CHANGES = 30;
/** One of so many kills is during a start. */
const STARTS = 4;
/** A mail that is still due is with the mailer again within two minutes, and one that could not be sent is sent again after one. */
const MAILS_ARRIVE_MS = 240_000;

/**
 * Clients write to a server, which is killed after a random number of answers, or during its start. After each start
 * every write that was answered must be there, each one that was not answered completely or not at all. In the end each
 * record has its content, nothing is left over, and every registration has had its mail.
 */
export function killLoopOn(name: string, openPlace: () => Promise<KillPlace>, kills: number): void {
  it(`${name}: ${kills} kills lose no write that was answered`, {
    timeout: 2 * MAILS_ARRIVE_MS + 30_000 * kills,
  }, async () => {
    const place = await openPlace();
    const mails = await smtpServer();
    const env = {
      ...place.env,
      ALGOTHEQUE_RATE_LIMITS: 'off',
      ALGOTHEQUE_MAIL_URL: `smtp://127.0.0.1:${mails.port}`,
      ALGOTHEQUE_LOCAL_LINKS: 'on',
    };
    const loop = new KillLoop(await startServer(env), draws(SEED));
    await loop.begin();
    let inStarts = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const isInStart = kill % STARTS === STARTS - 1;
      if (!isInStart) await loop.writeAndKill();
      else if (await killInStart(env, place.changes(1 + loop.draw(MOST_CHANGES)))) inStarts += 1;
      const isNextInStart = kill % STARTS === STARTS - 2;
      if (!isNextInStart) await loop.expectKeptOn(await startServer(env));
    }
    const { algos, accounts } = loop;
    const missing = (): string[] => {
      const arrived = new Set(mails.received.flatMap(({ to }) => to));
      return accounts.mailsDue().filter((email) => !arrived.has(email));
    };
    await vi.waitFor(() => expect(missing()).toEqual([]), { timeout: MAILS_ARRIVE_MS, interval: 200 });
    await loop.expectKept(() => true);
    expect(await loop.server.stop()).toBe(0);
    expectHeld(await place.held(), algos.names(), [...accounts.emails(), ...loop.owners.map(({ email }) => email)]);
    expect(loop.acknowledged).toBeGreaterThan(kills);
    if (testRuns() === null) return;
    console.info(
      `${name}: ${kills} kills (${inStarts} during a start), ${loop.acknowledged} writes were answered, ` +
        `${algos.names().size} algorithms and ${accounts.mailsDue().length} registrations in the end`,
    );
  });
}

class KillLoop {
  readonly algos = new AlgoLedger();
  readonly accounts = new AccountLedger();
  readonly owners: Person[] = [];
  readonly draw: Draw;
  readonly #draws: readonly Draw[];
  acknowledged = 0;
  server: ServerProcess;

  constructor(server: ServerProcess, draw: Draw) {
    this.server = server;
    this.draw = draw;
    this.#draws = Array.from({ length: ALGO_WRITERS + ACCOUNT_WRITERS }, (_, number) => draws(SEED + 1 + number));
  }

  async begin(): Promise<void> {
    for (const email of ['ada@example.org', 'bob@example.org']) {
      this.owners.push(await newPerson(this.server.url, { email }));
    }
  }

  /** All clients write until the server is killed, or no answer decides their writes. */
  async writeAndKill(): Promise<void> {
    let left = 1 + this.draw(MOST_WRITES);
    let killed: Promise<unknown> | undefined;
    const onAcknowledged = (): void => {
      this.acknowledged += 1;
      left -= 1;
      if (left === 0) killed = this.server.stop('SIGKILL');
    };
    const writers = this.#draws.map((draw, number) => {
      const owner = this.owners[number % this.owners.length];
      if (owner === undefined) throw new Error('there is no owner');
      const client = { url: this.server.url, number, owner, draw, onAcknowledged };
      return number < ALGO_WRITERS ? writeAlgos(client, this.algos) : writeAccounts(client, this.accounts);
    });
    await Promise.all(writers); // a machine that is too busy ends them by 503
    await (killed ?? this.server.stop('SIGKILL'));
  }

  async expectKeptOn(server: ServerProcess): Promise<void> {
    this.server = server;
    await this.expectKept(({ states }) => states.length > 1 || this.draw(8) === 0);
  }

  async expectKept(isRead: (algo: KnownAlgo) => boolean): Promise<void> {
    const { url } = this.server;
    for (const owner of this.owners) await this.algos.expectKept(url, owner, isRead);
    await this.accounts.expectKept(url);
  }
}
