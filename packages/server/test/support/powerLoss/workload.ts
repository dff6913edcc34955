import { join } from 'node:path';
import type { History } from './history.ts';
import { RecordedUser } from './recordedUser.ts';
import type { Recording } from './recordServer.ts';

/** What several users do at the same time with accounts and algorithms; the mails stay in an outbox. */
export const EVERYTHING: Recording = {
  work: (history, round, dir) => workload(history, round, join(dir, 'outbox')),
  isQuiet: async () => {}, // every answer waits for its files
};

async function workload(history: History, round: string, outbox: string): Promise<void> {
  const user = (name: string) => new RecordedUser(history, `${name}-${round}@example.org`);
  const [guest, ...others] = ['guest', 'ada', 'bob', 'forgetful', 'leaver'].map(user);
  const [ada, bob, forgetful, leaver] = others;
  if (!guest || !ada || !bob || !forgetful || !leaver) throw new Error('a user is missing');
  await begin(guest);
  await Promise.all([author(ada, guest), author(bob, guest), recovers(forgetful, outbox), leaves(leaver)]);
  for (const one of [guest, ...others]) one.close();
}

async function begin(user: RecordedUser): Promise<void> {
  await user.register();
  await user.logIn();
}

/** Stores, changes, shares and deletes algorithms; the guest leaves one. */
async function author(user: RecordedUser, guest: RecordedUser): Promise<void> {
  await user.register();
  const other = await user.logIn();
  await user.logIn();
  const first = await user.create('first', 700);
  const second = await user.create('second', 6_000);
  const third = await user.create('third', 100);
  await user.update(first, 'changed');
  await user.update(second, 'shared', [{ idUtilisateur: guest.id, droits: 'Read' }]);
  await user.remove(third);
  await user.logOut(other);
  await guest.leave(second, 'shared');
  await user.update(first, 'again');
}

async function recovers(user: RecordedUser, outbox: string): Promise<void> {
  await user.register();
  await user.logIn();
  await user.logIn();
  await user.changePassword();
  await user.recover(outbox);
}

async function leaves(user: RecordedUser): Promise<void> {
  await begin(user);
  await user.create('one', 300);
  await user.create('two', 5_000);
  await user.removeAccount();
}
