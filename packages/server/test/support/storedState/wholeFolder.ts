import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onRawFile } from '@algotheque/testing/sqliteFile';
import { expectWhole, type Held } from '@algotheque/testing/worlds';
import { expect } from 'vitest';
import { heldOnSqlite } from '../adapterSets/heldOnSqlite.ts';
import { OWN_NAMES } from '../killLoop/killPlace.ts';
import { outboxReader } from '../outbox.ts';

/** What may be in a data folder that is closed. A killed server leaves its socket, which the next one replaces. */
const KNOWN = /^(algos|outbox|algotheque\.db(-wal|-shm)?|lock\.db(-journal)?|reserve|secret)$/;

/**
 * Throws when a closed data folder is not whole (`expectWhole`), or damaged. A mail that is due counts as sent, and a user whose
 * deletion is noted as deleted: a later pass finishes them.
 */
export async function expectNothingLeft(dir: string): Promise<void> {
  const path = join(dir, 'algotheque.db');
  expect(onRawFile(path, (db) => db.prepare('PRAGMA quick_check').get())).toEqual({ quick_check: 'ok' });
  expect((await readdir(dir)).filter((name) => !KNOWN.test(name))).toEqual([]);
  const held = await heldOnSqlite(dir);
  const sent = await mailsOf(held, join(dir, 'outbox'));
  const notified = sent.filter(({ mail }) => NOTICES.includes(mail.kind)).map(({ recipient }) => recipient.id);
  for (const { id, deleted, credentialsVersion } of held.users)
    if (!deleted && credentialsVersion > 1) expect(notified).toContain(id);
  const finished = new Set(held.deletions.map(({ userId }) => userId));
  const users = held.users
    .filter(({ deleted, id }) => !deleted || !finished.has(id))
    .map((user) => ({ ...user, due: [] }));
  const unfinished = held.unfinished.filter((name) => !OWN_NAMES.includes(name));
  expectWhole({ ...held, users, unfinished, deletions: [] }, { sent }, dir);
}

/** The mails about a new password, and that one is due. */
const NOTICES = ['password_changed', 'account_recovered', 'notice'];

/** The mails that were sent to each user, or are due. */
async function mailsOf({ users }: Held, outbox: string) {
  const mails = await outboxReader(outbox)();
  expect(mails.filter(({ to }) => to === '')).toEqual([]);
  return users.flatMap(({ id, adresseMail, due }) => {
    const sent = mails.filter(({ to }) => to === adresseMail).map(({ kind }) => kind);
    const later = due.map(({ kind }) => (kind === 'confirmation' ? 'confirm' : kind));
    return [...sent, ...later].map((kind) => ({ recipient: { id }, mail: { kind } }));
  });
}
