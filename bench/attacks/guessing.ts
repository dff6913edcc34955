import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { registered } from './accounts.ts';
import { ask, type Reply, tally } from './ask.ts';
import type { Attack } from './attack.ts';

const login = (port: number, email: string, from?: string): Promise<Reply> =>
  ask(port, {
    path: '/api/users/login',
    body: { email, password: 'a wrong guess' },
    ...(from !== undefined && { from }),
  });

const STORM_MS = 10_000;
const PAUSE_MS = 200;

/** A thousand logins at a time from one address, each with another e-mail, for ten seconds. */
const loginStorm: Attack = {
  name: 'login storm',
  isLimited: true,
  others: 'log in',
  async run(port) {
    const replies: Reply[] = [];
    const until = performance.now() + STORM_MS;
    const guess = async () => {
      while (performance.now() < until) {
        replies.push(await login(port, `${randomUUID()}@example.org`));
        await setTimeout(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: 1_000 }, guess));
    return tally(replies);
  },
};

/** Tries one password on two hundred accounts. */
const spraying: Attack = {
  name: 'one password, many accounts',
  isLimited: true,
  others: 'log in',
  async prepare(port) {
    for (let at = 0; at < 200; at += 1) await registered(port, `member${at}@example.org`, `127.0.4.${1 + (at % 50)}`);
    return {};
  },
  async run(port) {
    const replies: Reply[] = [];
    for (let at = 0; at < 200; at += 1) replies.push(await login(port, `member${at}@example.org`));
    return tally(replies);
  },
};

/**
 * Five confirmations, five recoveries and a hundred wrong logins for each of the five users, from ten addresses; then the users recover.
 */
const deniedRecovery: Attack = {
  name: 'denied recovery',
  isLimited: true,
  others: 'recover',
  async run(port) {
    const emails = Array.from({ length: 5 }, (_, at) => `person${at}@example.org`);
    const replies: Reply[] = [];
    for (const email of emails) {
      for (let at = 0; at < 5; at += 1) {
        const asked = { body: { email: email.toUpperCase() }, from: `127.0.5.${at + 1}` };
        replies.push(await ask(port, { path: '/api/users/confirm', ...asked }));
      }
    }
    const guesses = emails.flatMap((email) =>
      Array.from({ length: 100 }, (_, at) => [email, `127.0.5.${1 + (at % 10)}`]),
    );
    for (const [email = '', from] of guesses) replies.push(await login(port, email, from));
    return tally(replies);
  },
};

/** Five hundred recoveries for five hundred e-mails, from one client address. */
const mailFlood: Attack = {
  name: 'many recoveries',
  isLimited: true,
  others: 'recover',
  async run(port) {
    const mails = Array.from({ length: 500 }, (_, at) => ({ email: `member${at}@example.org` }));
    return tally(await Promise.all(mails.map((body) => ask(port, { path: '/api/users/recover', body }))));
  },
};

export const GUESSING: readonly Attack[] = [loginStorm, spraying, deniedRecovery, mailFlood];
